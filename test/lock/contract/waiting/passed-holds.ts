// A hold of the plain lock that was passed on within one isolate is like any other.
import { describe, expect, it } from "vitest";
import type { Held, Lock, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { executed } from "../../../support/held-back.ts";
import { leaseTime } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import { clearFaults, countsOf, type Endpoint, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

// Longer than any test.
export const NO_POLL_MS = 60_000;
export const RELEASED = { outcome: "released" };

/** What these tests have in common with those of the pass. */
interface Parts {
  make(options?: Partial<LocksOptions>): Lock;
  heldBefore(lock: Lock, ...waiters: Parameters<Lock["acquire"]>[0][]): Promise<[Held, Promise<Held>[]]>;
  passes(lock: Lock): Promise<number>;
}

export function passedHolds(redis: Endpoint, { make, heldBefore, passes }: Parts): void {
  describe("a hold that was passed", () => {
    it("has the lease that its caller asked for", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, { leaseMs: leaseTime(2_000) });
      await held.release();
      const next = await waiting;
      expect(next?.leaseMs).toBe(leaseTime(2_000));
      expect(Number(next?.validUntil) - Date.now()).toBeLessThanOrEqual(leaseTime(2_000));
      expect(await lock.remainingMs()).toBeLessThanOrEqual(leaseTime(2_000));
      expect(() => next?.keepAlive({ waitUntil: () => {} })).toThrow(expect.objectContaining({ code: "LEASE_FIXED" }));
      expect(await next?.release()).toMatchObject(RELEASED);
    });

    it("is found by a caller with a short lease before it ends, although the pass is not answered", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, { leaseMs: leaseTime(1_000) });
      await setFaults(redis, 1, [{ fault: "hold-back", reply: true, request: 1 }]);
      const releasing = held.release();
      const next = await waiting;
      expect(next?.leaseMs).toBe(leaseTime(1_000));
      await clearFaults(redis);
      expect(await releasing).toMatchObject(RELEASED);
      await next?.release();
    });

    it("can be renewed, entered again, moved, resumed and released", async () => {
      const locks = createLocks({ redis, pollMs: NO_POLL_MS, waitMs: 20_000 });
      const lock = locks.lock(uniqueName());
      const [held, [waiting, last]] = await heldBefore(lock, {}, {});
      await held.release();
      const next = await waiting;
      await next?.renew();
      const inner = await lock.acquire({ owner: String(next?.owner) });
      expect(await inner.release()).toMatchObject({ outcome: "still-held", holdCount: 1 });
      const resumed = await locks.resume(String(next?.serialize({ move: true })));
      expect(await resumed.release()).toMatchObject(RELEASED);
      expect(await (await last)?.release()).toMatchObject(RELEASED);
      // The second waiter attempts once when the stream has moved to it, so that it may not be offered the lock.
      expect(await passes(lock)).toBeGreaterThanOrEqual(1);
      expect(await lock.isLocked()).toBe(false);
    });

    it("is given back by a client that was closed during the pass", async () => {
      const lock = make();
      const closed = createLocks({ redis, pollMs: NO_POLL_MS, waitMs: 20_000 });
      const held = await lock.acquire();
      const waiting = closed.lock(lock.name).acquire();
      const left = rejection(waiting);
      await eventually(async () => (await countsOf(redis)).openStreams === 2);
      await eventually(async () => (await witnessed(redis, lock.name)).length === 3);
      await setFaults(redis, 1, [{ fault: "hold-back", reply: true, request: 1 }]);
      const releasing = held.release();
      await executed(redis, lock.name);
      closed.close();
      expect(await left).toMatchObject({ code: "CLOSED" });
      await clearFaults(redis);
      expect(await releasing).toMatchObject(RELEASED);
      await eventually(async () => !(await lock.isLocked()), leaseTime(3_000));
    });
  });
}
