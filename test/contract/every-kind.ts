// What runs for each kind of exclusive lock, in one place for all runtimes.
import { describe } from "vitest";
import type { FaultyEndpoints } from "../global-setup.ts";
import type { Endpoint } from "../support/rest.ts";
import { alreadyHeldContract } from "./already-held.ts";
import { fairnessContract } from "./fairness.ts";
import { faultsContract, renewalFaultsContract } from "./faults.ts";
import { alreadyHeldFaultsContract } from "./faults-already-held.ts";
import { fairFaultsContract } from "./faults-fair.ts";
import { faultMixContract, replyFaultsContract } from "./faults-replies.ts";
import { holdsContract } from "./holds.ts";
import { keepAliveContract } from "./keep-alive.ts";
import { everyKind, kinds } from "./kinds.ts";
import { lockContract } from "./lock.ts";
import { reEntryContract } from "./re-entry.ts";
import { redissonCases } from "./redisson-cases.ts";
import { redissonFairCases } from "./redisson-fair-cases.ts";
import { waitingContract } from "./waiting.ts";
import { waitingOfKindContract } from "./waiting-kinds.ts";

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
}

/**
 * Waiting and faults: on each gateway one test at a time. A kind that differs from another in one point alone does not repeat what
 * cannot depend on that: the non-reentrant ones are waited for as the others, and the spin lock's scripts are the plain lock's.
 */
export function waitingAndFaults([first, second, third]: FaultyEndpoints): void {
  beside("plain lock", () => {
    waitingOfKindContract(first, kinds.plain);
    faultsContract(first, kinds.plain);
    faultMixContract(first, kinds.plain);
    renewalFaultsContract(first);
    replyFaultsContract(first);
  });
  beside("fair lock", () => {
    waitingOfKindContract(second, kinds.fair);
    faultsContract(second, kinds.fair);
    fairFaultsContract(second);
    faultMixContract(second, kinds.fair);
  });
  beside("the other kinds", () => {
    waitingOfKindContract(third, kinds.spin);
    faultMixContract(third, kinds.spin);
    describe.each([kinds.nonReentrant, kinds.nonReentrantFair])("$name", (kind) => {
      faultsContract(third, kind);
      alreadyHeldFaultsContract(third, kind);
    });
  });
  // Not beside others: they count, and look at what lasts for moments.
  describe("fairness", () => fairnessContract(second));
  // Last: afterwards its gateway is known as one without streams.
  describe("waiting", () => waitingContract(first));
}

/** One test at a time, beside those of the other gateways. */
function beside(what: string, tests: () => void): void {
  describe.concurrent(`waiting and faults: ${what}`, () => {
    describe("one at a time", { concurrent: false }, tests);
  });
}
