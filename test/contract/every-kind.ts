// Runs every contract for each kind, in one place for all runtimes.
import { describe } from "vitest";
import type { Endpoint } from "../support/rest.ts";
import { countDownLatchContract, countDownLatchOptionsContract } from "./count-down-latch/count-down-latch.ts";
import { countDownLatchFaultsContract } from "./count-down-latch/faults.ts";
import { fairnessContract } from "./fair/fairness.ts";
import { fairFaultsContract } from "./fair/faults.ts";
import { fairPassingContract } from "./fair/passing.ts";
import { redissonFairCases } from "./fair/redisson-cases.ts";
import { fairReadWriteContract } from "./fair-read-write/order.ts";
import { fencedFaultsContract } from "./fenced/faults.ts";
import { fenceContract, fenceFaultsContract, fenceOptionsContract } from "./fenced/fence.ts";
import { fencedContract } from "./fenced/fenced.ts";
import { latestTokenContract } from "./fenced/fenced-latest.ts";
import { inspectedCountersContract } from "./inspection/counters.ts";
import { describeContract } from "./inspection/describe.ts";
import { listContract } from "./inspection/list.ts";
import { inspectedLocksContract } from "./inspection/locks.ts";
import { everyKind, kinds, type ReadWriteMethod } from "./kinds.ts";
import { alreadyHeldContract } from "./lock/already-held.ts";
import { eventsContract } from "./lock/events.ts";
import { faultsContract, renewalFaultsContract } from "./lock/faults.ts";
import { alreadyHeldFaultsContract } from "./lock/faults-already-held.ts";
import { faultMixContract, replyFaultsContract } from "./lock/faults-replies.ts";
import { heldHereContract } from "./lock/held-here.ts";
import { holdsContract } from "./lock/holds.ts";
import { keepAliveContract } from "./lock/keep-alive.ts";
import { labelsContract } from "./lock/labels.ts";
import { lockContract } from "./lock/lock.ts";
import { newestContract } from "./lock/newest.ts";
import { optionsContract } from "./lock/options.ts";
import { reEntryContract } from "./lock/re-entry.ts";
import { redissonCases } from "./lock/redisson-cases.ts";
import { renewalsTogetherContract } from "./lock/renewals-together.ts";
import { stealContract, stealOptionsContract } from "./lock/steal.ts";
import { stealOfKindsContract } from "./lock/steal-of-kinds.ts";
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
import { namedContract } from "./waiting/named.ts";
import { passingContract } from "./waiting/passing.ts";
import { waitingContract } from "./waiting/waiting.ts";

/**
 * Registers each contract for each kind. `redis` may be shared: all of it runs at once.
 * @param repeats whether other kinds repeat what the plain lock shows: one runtime shows it for all of them
 */
export function everyKindContract(redis: Endpoint, repeats: boolean): void {
  describe.concurrent.each(repeats ? everyKind : [kinds.plain])("$name", (kind) => {
    lockContract(redis, kind);
    holdsContract(redis, kind);
    if (kind.reentrant) reEntryContract(redis, kind);
    else alreadyHeldContract(redis, kind);
    keepAliveContract(redis, kind);
    redissonCases(redis, kind);
    stealContract(redis, kind);
  });
  describe.concurrent("fair lock", () => redissonFairCases(redis, kinds.fair));
  describe.concurrent("fenced lock", () => {
    fencedContract(redis);
    latestTokenContract(redis);
  });
  if (repeats) {
    describe.concurrent.each([kinds.read, kinds.fairRead])("$name", (kind) => {
      holdsContract(redis, kind);
      reEntryContract(redis, kind);
      keepAliveContract(redis, kind);
    });
  } else {
    describe.concurrent("non-reentrant lock", () => alreadyHeldContract(redis, kinds.nonReentrant));
  }
  // The other kinds share this code with these.
  const used = repeats ? [kinds.plain, kinds.fair, kinds.read, kinds.write] : [kinds.plain];
  describe.concurrent.each(used)("$name", (kind) => useContract(redis, kind));
  const labelled = repeats ? [...used, kinds.fenced, kinds.fairWrite] : used;
  describe.concurrent.each(labelled)("$name", (kind) => labelsContract(redis, kind));
  withLockContract(redis);
  describe.concurrent("thefts", () => {
    stealOfKindsContract(redis);
    newestContract(redis);
  });
  describe.concurrent("held by this client", () => heldHereContract(redis));
  eventsContract(redis);
  describe.concurrent("permit-expirable semaphore", () => permitExpirableContract(redis));
  const readWriteLocks: readonly ReadWriteMethod[] = repeats
    ? ["readWriteLock", "fairReadWriteLock"]
    : ["readWriteLock"];
  describe.concurrent.each(readWriteLocks)("%s", (method) => {
    readWriteContract(redis, method);
    readHoldsContract(redis, method);
    redissonReadWriteCases(redis, method);
  });
  multiLockContract(redis);
  singleFlightContract(redis);
  describe.concurrent("fence", () => fenceContract(redis));
  describe.concurrent("semaphore", () => semaphoreContract(redis));
  describe.concurrent("count-down latch", () => countDownLatchContract(redis));
  describe.concurrent("inspection", () => {
    inspectedLocksContract(redis);
    inspectedCountersContract(redis);
  });
  describe.concurrent("a list of locks", () => listContract(redis));
  describe.concurrent("locks described by name", () => describeContract(redis));
}

/** Wrong use of each kind: needs no Redis. */
export function wrongUseContract(): void {
  describe("options", () => optionsContract());
  describe("steal, wrong use", () => stealOptionsContract());
  permitExpirableOptionsContract();
  describe("semaphore, wrong use", () => semaphoreOptionsContract());
  describe("count-down latch, wrong use", () => countDownLatchOptionsContract());
  describe("fence, wrong use", () => fenceOptionsContract());
  singleFlightOptionsContract();
  describe("use, wrong use", () => useOptionsContract());
}

/** Returns a gateway for one stage, whose tests run one at a time. */
export type NewGateway = () => Promise<Endpoint>;

/**
 * Registers waiting and faults, in stages that take about equal times. A kind does not repeat tests of code that it
 * shares with another kind. The non-reentrant kinds wait like the others. The spin lock has the plain lock's scripts.
 * The fenced lock differs in its tokens only.
 *
 * @param repeats whether other kinds repeat what the plain lock shows
 */
export function waitingAndFaults(newGateway: NewGateway, repeats: boolean): void {
  describe("waiting and faults", () => {
    stage("plain lock", newGateway, (redis) => {
      waitingOfKindContract(redis, kinds.plain);
      faultsContract(redis, kinds.plain);
      faultMixContract(redis, kinds.plain);
      renewalFaultsContract(redis);
      renewalsTogetherContract(redis);
      replyFaultsContract(redis);
    });
    stage("fair and fenced lock", newGateway, (redis) => {
      if (repeats) {
        waitingOfKindContract(redis, kinds.fair);
        faultsContract(redis, kinds.fair);
        faultMixContract(redis, kinds.fair);
      }
      fairFaultsContract(redis);
      describe("fenced lock", () => fencedFaultsContract(redis));
    });
    stage("fence and spin lock", newGateway, (redis) => {
      fenceFaultsContract(redis);
      if (!repeats) return;
      waitingOfKindContract(redis, kinds.spin);
      faultMixContract(redis, kinds.spin);
    });
    stage("read/write lock", newGateway, (redis) => {
      if (repeats) {
        waitingOfKindContract(redis, kinds.write);
        faultsContract(redis, kinds.write);
      }
      readWriteFaultsContract(redis, "readWriteLock");
      waitingReadWriteContract(redis, "readWriteLock");
    });
    stage("non-reentrant locks, and a mix of faults for a write lock", newGateway, (redis) => {
      if (repeats) faultMixContract(redis, kinds.write);
      const kindsHere = repeats ? [kinds.nonReentrant, kinds.nonReentrantFair] : [kinds.nonReentrant];
      describe.each(kindsHere)("$name", (kind) => {
        if (repeats) faultsContract(redis, kind);
        alreadyHeldFaultsContract(redis, kind);
      });
    });
    stage("multi lock", newGateway, (redis) => multiLockFaultsContract(redis));
    stage("fair read/write lock", newGateway, (redis) => {
      if (repeats) {
        waitingOfKindContract(redis, kinds.fairWrite);
        faultsContract(redis, kinds.fairWrite);
        readWriteFaultsContract(redis, "fairReadWriteLock");
      }
      waitingReadWriteContract(redis, "fairReadWriteLock");
      fairReadWriteContract(redis);
    });
    stage("permits with leases, single flight", newGateway, (redis) => {
      permitExpirableFaultsContract(redis);
      waitingPermitExpirableContract(redis);
      describe("single flight", () => singleFlightFaultsContract(redis));
    });
    stage("semaphore and latch", newGateway, (redis) => {
      describe("semaphore", () => semaphoreFaultsContract(redis));
      describe("count-down latch", () => countDownLatchFaultsContract(redis));
      waitingWithoutLeaseContract(redis);
    });
  });
}

/**
 * Registers the tests that count requests, and look at states that last for moments. They run only beside each other.
 */
export function countedWaiting(newGateway: NewGateway): void {
  describe("waiting, counted", () => {
    stage("fairness", newGateway, (redis) => {
      fairPassingContract(redis);
      fairnessContract(redis);
    });
    // Last on its gateway, which afterwards is remembered as one without streams.
    stage("waiting", newGateway, (redis) => {
      passingContract(redis);
      namedContract(redis);
      waitingContract(redis);
    });
  });
}

/** Registers tests that run one at a time on a gateway of their own, beside those of the other stages. */
function stage(what: string, newGateway: NewGateway, tests: (redis: Endpoint) => void): void {
  // Asked for before vitest registers the stages, which it does one after the other.
  const starting = newGateway();
  describe.concurrent(what, async () => {
    const redis = await starting;
    describe("one at a time", { concurrent: false }, () => tests(redis));
  });
}
