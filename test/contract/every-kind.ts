// What runs for each kind, in one place for all runtimes.
import { describe } from "vitest";
import type { FaultyEndpoints } from "../global-setup.ts";
import type { Endpoint } from "../support/rest.ts";
import { countDownLatchContract, countDownLatchOptionsContract } from "./count-down-latch/count-down-latch.ts";
import { countDownLatchFaultsContract } from "./count-down-latch/faults.ts";
import { fairnessContract } from "./fair/fairness.ts";
import { fairFaultsContract } from "./fair/faults.ts";
import { redissonFairCases } from "./fair/redisson-cases.ts";
import { fencedFaultsContract } from "./fenced/faults.ts";
import { fenceContract, fenceFaultsContract, fenceOptionsContract } from "./fenced/fence.ts";
import { fencedContract } from "./fenced/fenced.ts";
import { latestTokenContract } from "./fenced/fenced-latest.ts";
import { everyKind, kinds } from "./kinds.ts";
import { alreadyHeldContract } from "./lock/already-held.ts";
import { faultsContract, renewalFaultsContract } from "./lock/faults.ts";
import { alreadyHeldFaultsContract } from "./lock/faults-already-held.ts";
import { faultMixContract, replyFaultsContract } from "./lock/faults-replies.ts";
import { heldHereContract } from "./lock/held-here.ts";
import { holdsContract } from "./lock/holds.ts";
import { keepAliveContract } from "./lock/keep-alive.ts";
import { lockContract } from "./lock/lock.ts";
import { optionsContract } from "./lock/options.ts";
import { reEntryContract } from "./lock/re-entry.ts";
import { redissonCases } from "./lock/redisson-cases.ts";
import { useContract, useOptionsContract, withLockContract } from "./lock/use.ts";
import { multiLockFaultsContract } from "./multi-lock/faults.ts";
import { multiLockContract } from "./multi-lock/multi-lock.ts";
import { permitExpirableFaultsContract } from "./permit-expirable/faults.ts";
import { permitExpirableOptionsContract } from "./permit-expirable/options.ts";
import { permitExpirableContract } from "./permit-expirable/permit-expirable.ts";
import { waitingPermitExpirableContract } from "./permit-expirable/waiting.ts";
import { readWriteFaultsContract } from "./read-write/faults.ts";
import { readHoldsContract } from "./read-write/read-holds.ts";
import { readWriteContract } from "./read-write/read-write.ts";
import { redissonReadWriteCases } from "./read-write/redisson-cases.ts";
import { waitingReadWriteContract } from "./read-write/waiting.ts";
import { semaphoreFaultsContract } from "./semaphore/faults.ts";
import { semaphoreContract, semaphoreOptionsContract } from "./semaphore/semaphore.ts";
import { waitingWithoutLeaseContract } from "./semaphore/waiting.ts";
import { singleFlightFaultsContract } from "./single-flight/faults.ts";
import { singleFlightOptionsContract } from "./single-flight/options.ts";
import { singleFlightContract } from "./single-flight/single-flight.ts";
import { waitingOfKindContract } from "./waiting/kinds.ts";
import { waitingContract } from "./waiting/waiting.ts";

/** `redis` may be shared: all of it runs at once. */
export function everyKindContract(redis: Endpoint): void {
  describe.concurrent.each(everyKind)("$name", (kind) => {
    lockContract(redis, kind);
    holdsContract(redis, kind);
    if (kind.reentrant) reEntryContract(redis, kind);
    else alreadyHeldContract(redis, kind);
    keepAliveContract(redis, kind);
    redissonCases(redis, kind);
  });
  describe.concurrent("fair lock", () => redissonFairCases(redis, kinds.fair));
  describe.concurrent("fenced lock", () => {
    fencedContract(redis);
    latestTokenContract(redis);
  });
  describe.concurrent("read lock", () => {
    holdsContract(redis, kinds.read);
    reEntryContract(redis, kinds.read);
    keepAliveContract(redis, kinds.read);
  });
  // The other kinds differ from these in nothing that it depends on.
  describe.concurrent.each([kinds.plain, kinds.fair, kinds.read, kinds.write])("$name", (kind) =>
    useContract(redis, kind),
  );
  withLockContract(redis);
  describe.concurrent("held by this client", () => heldHereContract(redis));
  describe.concurrent("permit-expirable semaphore", () => permitExpirableContract(redis));
  describe.concurrent("read/write lock", () => {
    readWriteContract(redis);
    readHoldsContract(redis);
    redissonReadWriteCases(redis);
  });
  multiLockContract(redis);
  singleFlightContract(redis);
  describe.concurrent("fence", () => fenceContract(redis));
  describe.concurrent("semaphore", () => semaphoreContract(redis));
  describe.concurrent("count-down latch", () => countDownLatchContract(redis));
}

/** Wrong use of each kind: it needs no Redis. */
export function wrongUseContract(): void {
  describe("options", () => optionsContract());
  permitExpirableOptionsContract();
  describe("semaphore, wrong use", () => semaphoreOptionsContract());
  describe("count-down latch, wrong use", () => countDownLatchOptionsContract());
  describe("fence, wrong use", () => fenceOptionsContract());
  singleFlightOptionsContract();
  describe("use, wrong use", () => useOptionsContract());
}

/**
 * Waiting and faults: on each gateway one test at a time, for about as long as on the others. A kind that differs from
 * another in one point alone does not repeat what cannot depend on that: the non-reentrant ones are waited for as the
 * others, the spin lock's scripts are the plain lock's, and the fenced lock's but for tokens.
 */
export function waitingAndFaults(gateways: FaultyEndpoints): void {
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = gateways;
  describe("waiting and faults", () => {
    beside("plain lock", () => {
      waitingOfKindContract(first, kinds.plain);
      faultsContract(first, kinds.plain);
      faultMixContract(first, kinds.plain);
      renewalFaultsContract(first);
      replyFaultsContract(first);
    });
    beside("fair and fenced lock", () => {
      waitingOfKindContract(second, kinds.fair);
      faultsContract(second, kinds.fair);
      fairFaultsContract(second);
      faultMixContract(second, kinds.fair);
      describe("fenced lock", () => fencedFaultsContract(second));
    });
    beside("fence and spin lock", () => {
      fenceFaultsContract(third);
      waitingOfKindContract(third, kinds.spin);
      faultMixContract(third, kinds.spin);
    });
    beside("read/write lock", () => {
      waitingOfKindContract(fourth, kinds.write);
      faultsContract(fourth, kinds.write);
      readWriteFaultsContract(fourth);
      waitingReadWriteContract(fourth);
    });
    beside("non-reentrant locks, and a mix of faults for a write lock", () => {
      faultMixContract(fifth, kinds.write);
      describe.each([kinds.nonReentrant, kinds.nonReentrantFair])("$name", (kind) => {
        faultsContract(fifth, kind);
        alreadyHeldFaultsContract(fifth, kind);
      });
    });
    beside("multi lock", () => multiLockFaultsContract(sixth));
    beside("permits with leases, single flight", () => {
      permitExpirableFaultsContract(seventh);
      waitingPermitExpirableContract(seventh);
      describe("single flight", () => singleFlightFaultsContract(seventh));
    });
    beside("semaphore and latch", () => {
      describe("semaphore", () => semaphoreFaultsContract(eighth));
      describe("count-down latch", () => countDownLatchFaultsContract(eighth));
      waitingWithoutLeaseContract(eighth);
    });
  });
  // Beside each other alone: they count, and look at what lasts for moments.
  describe("waiting, counted", () => {
    beside("fairness", () => fairnessContract(second));
    // Last on its gateway, which is known as one without streams afterwards.
    beside("waiting", () => waitingContract(first));
  });
}

/** One test at a time, beside those of the other gateways. */
function beside(what: string, tests: () => void): void {
  describe.concurrent(what, () => {
    describe("one at a time", { concurrent: false }, tests);
  });
}
