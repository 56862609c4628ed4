// The reentrant kinds, for an owner that asks again: for the runtime and kind that are passed.
import { describe, expect, it } from "vitest";
import type { Held, LocksOptions } from "../../../../src/index.ts";
import { leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_500);

export function reEntryContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });

  describe.concurrent("re-entry by the same owner", () => {
    it("counts the holds of one owner, and frees the lock with the last", async () => {
      const lock = make().lock(uniqueName());
      const owner = `re:${crypto.randomUUID()}`;
      const outer = await lock.acquire({ owner, waitMs: 0 });
      const inner = await lock.acquire({ owner, waitMs: 0 });
      expect([outer.holdCount, inner.holdCount]).toEqual([1, 2]);
      expect(await lock.holdCount(owner)).toBe(2);
      expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      if (!kind.shared) expect(await lock.tryAcquire()).toBeNull();
      expect(await lock.holdCount(owner)).toBe(1);
      expect(await outer.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await lock.holdCount(owner)).toBe(0);
    });

    it("is possible when the owner was not passed", async () => {
      const lock = make().lock(uniqueName());
      const outer = await lock.acquire();
      const inner = await lock.acquire({ owner: outer.owner, waitMs: 0 });
      expect(inner.holdCount).toBe(2);
      expect(await outer.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      expect(await inner.check()).toBe(true);
      expect(await outer.check()).toBe(false);
      expect(await inner.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("keeps an explicit lease at a partial release", async () => {
      const lock = make({ leaseMs: leaseTime(5_000) }).lock(uniqueName());
      const owner = `re:${crypto.randomUUID()}`;
      const holds: Held[] = [];
      for (let i = 0; i < 3; i += 1) holds.push(await lock.acquire({ owner, leaseMs: leaseTime(10_000) }));
      await holds[2]?.release();
      await holds[1]?.release();
      expect(await lock.remainingMs()).toBeGreaterThan(leaseTime(8_000));
      expect(await lock.remainingMs()).toBeLessThanOrEqual(leaseTime(10_000));
      await holds[0]?.release();
    });

    it("never shortens the lease when the second one is shorter", async () => {
      const lock = make().lock(uniqueName());
      const long = await lock.acquire({ leaseMs: 60_000 });
      const short = await lock.acquire({ owner: long.owner, leaseMs: leaseTime(1_000) });
      expect(await lock.remainingMs()).toBeGreaterThan(60_000 - leaseTime(2_000));
      await short.release();
      expect(await lock.remainingMs()).toBeGreaterThan(60_000 - leaseTime(2_000));
      await long.release();
    });

    it("takes no lock whose TTL was removed, and its holder can release", async () => {
      const name = uniqueName();
      const lock = make().lock(name);
      const outer = await lock.acquire();
      await command(redis, "PERSIST", name);
      const refused = { code: "NOT_A_LOCK", key: name };
      await expect(make().lock(name).tryAcquire()).rejects.toMatchObject(refused);
      await expect(lock.acquire({ owner: outer.owner })).rejects.toMatchObject(refused);
      await expect(lock.isLocked()).rejects.toMatchObject(refused);
      await expect(lock.forceRelease()).rejects.toMatchObject(refused);
      expect(await command(redis, "PTTL", name)).toBe(-1);
      expect(await outer.release()).toMatchObject({ outcome: "released" });
    });
  });
}
