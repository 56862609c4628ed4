// What runs for each kind of exclusive lock, in one place for all runtimes.
import { describe } from "vitest";
import type { FaultyEndpoints } from "../global-setup.ts";
import type { Endpoint } from "../support/rest.ts";
import { alreadyHeldContract } from "./already-held.ts";
import { fairnessContract } from "./fairness.ts";
import { faultsContract, renewalFaultsContract } from "./faults.ts";
import { alreadyHeldFaultsContract } from "./faults-already-held.ts";
import { countDownLatchFaultsContract } from "./faults-count-down-latch.ts";
import { fairFaultsContract } from "./faults-fair.ts";
import { fencedFaultsContract } from "./faults-fenced.ts";
import { multiLockFaultsContract } from "./faults-multi-lock.ts";
import { permitExpirableFaultsContract } from "./faults-permit-expirable.ts";
import { readWriteFaultsContract } from "./faults-read-write.ts";
import { faultMixContract, replyFaultsContract } from "./faults-replies.ts";
import { semaphoreFaultsContract } from "./faults-semaphore.ts";
import { singleFlightFaultsContract } from "./faults-single-flight.ts";
import { fenceFaultsContract } from "./fence.ts";
import { fencedContract } from "./fenced.ts";
import { latestTokenContract } from "./fenced-latest.ts";
import { heldHereContract } from "./held-here.ts";
import { holdsContract } from "./holds.ts";
import { keepAliveContract } from "./keep-alive.ts";
import { everyKind, kinds } from "./kinds.ts";
import { lockContract } from "./lock.ts";
import { multiLockContract } from "./multi-lock.ts";
import { permitExpirableContract } from "./permit-expirable.ts";
import { reEntryContract } from "./re-entry.ts";
import { readHoldsContract } from "./read-holds.ts";
import { readWriteContract } from "./read-write.ts";
import { redissonCases } from "./redisson-cases.ts";
import { redissonFairCases } from "./redisson-fair-cases.ts";
import { redissonReadWriteCases } from "./redisson-read-write-cases.ts";
import { singleFlightContract } from "./single-flight.ts";
import { useContract, withLockContract } from "./use.ts";
import { waitingContract } from "./waiting.ts";
import { waitingOfKindContract } from "./waiting-kinds.ts";
import { waitingPermitExpirableContract } from "./waiting-permit-expirable.ts";
import { waitingReadWriteContract } from "./waiting-read-write.ts";
import { waitingWithoutLeaseContract } from "./waiting-without-lease.ts";

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
}

/**
 * Waiting and faults: on each gateway one test at a time, for about as long as on the others. A kind that differs from another in one point
 * alone does not repeat what cannot depend on that: the non-reentrant ones are waited for as the others, the spin lock's scripts are the
 * plain lock's, and the fenced lock's but for tokens.
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
