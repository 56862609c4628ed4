// The kinds that are not reentrant, for an owner that asks again: for the runtime and kind that are passed.
import { describe, expect, it } from "vitest";
import type { LocksOptions } from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import { type Endpoint, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

const LEASE_MS = 20_000;

export function alreadyHeldContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });
  const newOwner = (): string => `one:${crypto.randomUUID()}`;

  describe.concurrent("an owner that holds the lock", () => {
    it.each([
      ["was passed", newOwner()],
      ["was made for it", undefined],
    ])("and %s is refused, however it asks, and one release frees the lock", async (_, owner) => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire(owner === undefined ? {} : { owner });
      const refused = { code: "ALREADY_HELD", lockName: lock.name };
      const again = { owner: held.owner };
      await expect(lock.acquire(again)).rejects.toMatchObject(refused);
      await expect(lock.acquire({ ...again, waitMs: 0 })).rejects.toMatchObject(refused);
      await expect(lock.tryAcquire(again)).rejects.toMatchObject(refused);
      await expect(lock.tryAcquire({ ...again, waitMs: 300, leaseMs: leaseTime(5_000) })).rejects.toMatchObject(
        refused,
      );
      await expect(lock.withLock(() => "inside", again)).rejects.toMatchObject(refused);
      expect(await lock.holdCount(held.owner)).toBe(1);
      expect(await held.check()).toBe(true);
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await lock.isLocked()).toBe(false);
    });

    it("is refused at once, without waiting for itself", async () => {
      const lock = make({ waitMs: 15_000 }).lock(uniqueName());
      await using held = await lock.acquire();
      const start = performance.now();
      let waits = 0;
      const again = lock.acquire({ owner: held.owner, onWait: () => (waits += 1) });
      await expect(again).rejects.toMatchObject({ code: "ALREADY_HELD" });
      expect(performance.now() - start).toBeLessThan(atMost(2_000));
      expect(waits).toBe(0);
    });

    it("is refused through another lock object, and another client", async () => {
      const name = uniqueName();
      const locks = make();
      await using held = await locks.lock(name).acquire();
      for (const lock of [locks.lock(name), make().lock(name)]) {
        await expect(lock.tryAcquire({ owner: held.owner })).rejects.toMatchObject({ code: "ALREADY_HELD" });
      }
      expect(await held.check()).toBe(true);
    });

    it("does not change its lease by asking", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire({ leaseMs: leaseTime(10_000) });
      for (const leaseMs of [leaseTime(1_000), 60_000]) {
        await expect(lock.acquire({ owner: held.owner, leaseMs })).rejects.toMatchObject({ code: "ALREADY_HELD" });
        const left = await lock.remainingMs();
        expect(left).toBeGreaterThan(leaseTime(8_000));
        expect(left).toBeLessThanOrEqual(leaseTime(10_000));
      }
      await held.release();
    });

    itWaits("may take it again after a release, and after the end of its lease", async () => {
      const lock = make({ leaseMs: leaseTime(1_000) }).lock(uniqueName());
      const owner = newOwner();
      const first = await lock.acquire({ owner });
      await expect(lock.acquire({ owner })).rejects.toMatchObject({ code: "ALREADY_HELD" });
      await first.release();
      const second = await lock.acquire({ owner, waitMs: 0 });
      await eventually(async () => !(await lock.isLocked()), leaseTime(3_000));
      const third = await lock.acquire({ owner, waitMs: 0, leaseMs: LEASE_MS });
      expect(third.holdCount).toBe(1);
      expect(await second.check()).toBe(false);
      await second.release();
      expect(await third.check()).toBe(true);
      expect(await third.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    itWaits("that waits twice gets the lock once, and its other wait is refused", async () => {
      const name = uniqueName();
      const holder = await make().lock(name).acquire();
      const owner = newOwner();
      let waiting = 0;
      const options = { owner, waitMs: 15_000, onWait: () => (waiting += 1) };
      const both = [make().lock(name).acquire(options), make().lock(name).acquire(options)];
      const settled = Promise.allSettled(both);
      await eventually(() => waiting >= 2);
      await holder.release();
      const ends = await settled;
      const granted = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
      const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      expect(refused).toMatchObject([{ code: "ALREADY_HELD" }]);
      expect(await hash(redis, name)).toEqual({ [owner]: "1" });
      expect(await granted[0]?.check()).toBe(true);
      expect(await granted[0]?.release()).toEqual({ outcome: "released", holdCount: 0 });
    });
  });

  describe.concurrent("another owner", () => {
    it("waits, and gets it with the release, whatever the holder asked meanwhile", async () => {
      const name = uniqueName();
      const held = await make().lock(name).acquire();
      let isIn = false;
      const waiting = make()
        .lock(name)
        .acquire({ waitMs: 15_000 })
        .finally(() => (isIn = true));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await expect(make().lock(name).acquire({ owner: held.owner })).rejects.toMatchObject({ code: "ALREADY_HELD" });
      expect(isIn).toBe(false);
      const start = performance.now();
      await held.release();
      const next = await waiting;
      expect(performance.now() - start).toBeLessThan(atMost(5_000));
      expect(next.owner).not.toBe(held.owner);
      await next.release();
      expect(await make().lock(name).isLocked()).toBe(false);
    });
  });
}
