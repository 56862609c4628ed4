// Lost and late requests and replies do nothing to a hold of any kind. Runs on a gateway of its own, one test at a
// time.
import { afterEach, describe, expect, it } from "vitest";
import type { LockEvent, LocksOptions } from "../../../../src/index.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { type Endpoint, setFaults } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { kinds, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_000);

export function releaseFaultsContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kinds.plain, { redis, leaseMs: LEASE_MS, ...options });

  afterEach(() => endFaults(redis));

  describe("with lost requests and replies,", () => {
    it("an acquire that waits for Redis ends one attempt after waitMs, although no request is answered", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false }]);
      const start = performance.now();
      const ended = lock.acquire({ waitMs: 1_000, onUnreachable: "wait" });
      await expect(ended).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(performance.now() - start).toBeLessThan(atMost(1_000 + 5_000 + 1_100));
    });

    it("an unanswered release ends the hold's validity without a loss", async () => {
      const events: LockEvent[] = [];
      const lock = make({ leaseMs: 20_000, onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(held.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(held.signal.reason).toMatchObject({ code: "OUTCOME_UNKNOWN" });
      await expect(held.renew()).rejects.toMatchObject({ code: "NOT_HELD" });
      expect(await held.check()).toBe(false);
      await using next = await lock.acquire({ waitMs: 0 });
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await next.check()).toBe(true);
      const types = events.map(({ type }) => type).filter((type) => type !== "acquiring");
      expect(types.slice(0, 2)).toEqual(["acquired", "release-failing"]);
      // The repetition in the background, or that of the caller, is answered before or after the next acquire.
      expect(types.slice(2).sort()).toEqual(["acquired", "released"]);
    });
  });

  describe("releases that do not arrive", () => {
    it("have an unknown outcome and end renewals, and are repeated until one arrives", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const held = await lock.acquire();
      const kept = held.keepAlive(new BackgroundWork());
      await setFaults(redis, 1, [{ fault: "drop-before", request: [1, 2, 3, 4] }]);
      await expect(held.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect((await kept.ended).reason).toBe("released");
      await eventually(async () => !(await lock.isLocked()));
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    });
  });
}

/** Renewals are the same for every kind. */
export function renewalFaultsContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kinds.plain, { redis, leaseMs: LEASE_MS, ...options });

  afterEach(() => endFaults(redis));

  describe("renewals", () => {
    it("whose replies are lost count from the answered ones, and lose nothing", async () => {
      const events: LockEvent[] = [];
      const lock = make({ leaseMs: leaseTime(2_000), onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      const validBefore = held.validUntil;
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      held.keepAlive(new BackgroundWork());
      await eventually(() => events.some(({ type }) => type === "renewal-failing"));
      expect(held.validUntil).toBeLessThanOrEqual(validBefore + 1);
      await eventually(() => events.some(({ type }) => type === "renewed"));
      expect(held.signal.aborted).toBe(false);
      await held.release();
    });

    it("that all hang end in a loss at the local end of the lease", async () => {
      const events: LockEvent[] = [];
      const lock = make({ onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "delay", delayMs: leaseTime(3_000) }]);
      const kept = held.keepAlive(new BackgroundWork());
      await eventually(() => held.signal.aborted, 3 * LEASE_MS);
      expect(await kept.ended).toEqual({ reason: "lost", renewals: 0 });
      expect(events.some(({ type }) => type === "renewal-failing")).toBe(true);
      expect(events.at(-1)).toMatchObject({ type: "lost", reason: "lease-ended" });
    });

    it("that all hang end withLock in LOCK_LOST, with the result of its function", async () => {
      const lock = make().lock(uniqueName());
      const used = lock.withLock(async ({ signal }) => {
        await setFaults(redis, 1, [{ fault: "drop-before" }]);
        await eventually(() => signal.aborted, 3 * LEASE_MS);
        return 7;
      });
      await expect(used).rejects.toMatchObject({ code: "LOCK_LOST", end: undefined, result: 7 });
    });

    it("aside, a release without an answer does not discard the result of withLock within its lease", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const used = lock.withLock(async () => {
        await setFaults(redis, 1, [{ fault: "drop-before" }]);
        return 7;
      });
      expect(await used).toBe(7);
    });
  });
}
