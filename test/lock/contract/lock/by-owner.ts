// All holds of one owner, released and renewed by its name, for the runtime and kind that are passed.
import { describe, expect, it } from "vitest";
import type { LockEvent, LocksOptions } from "../../../../src/index.ts";
import { leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

const LEASE_MS = 20_000;

export function byOwnerContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });
  const newOwner = (): string => `job-${crypto.randomUUID()}`;

  describe.concurrent("by its owner,", () => {
    it("a lock is released from another client, and its object learns of it without a loss", async () => {
      const events: LockEvent[] = [];
      const name = uniqueName();
      const owner = newOwner();
      const held = await make({ onEvent: (event) => events.push(event) })
        .lock(name)
        .acquire({ owner });
      const elsewhere = make().lock(name);
      expect(await elsewhere.isHeldBy(owner)).toBe(true);
      expect(await elsewhere.releaseOwner(owner)).toBe(true);
      expect(await elsewhere.isLocked()).toBe(false);
      expect(await elsewhere.releaseOwner(owner)).toBe(false);
      expect(await held.check()).toBe(false);
      expect(await held.release()).toEqual({ outcome: "released-elsewhere", holdCount: 0 });
      expect(events.map(({ type }) => type)).not.toContain("lost");
    });

    it("a lock is released in its own process, and its object knows at once", async () => {
      const lock = make().lock(uniqueName());
      const owner = newOwner();
      const held = await lock.acquire({ owner });
      expect(await lock.releaseOwner(owner)).toBe(true);
      expect(held.signal.aborted).toBe(true);
      expect(await held.release()).toEqual({ outcome: "released-elsewhere", holdCount: 0 });
    });

    it("a lock that its owner acquires again is not touched by the former hold", async () => {
      const lock = make().lock(uniqueName());
      const owner = newOwner();
      const former = await lock.acquire({ owner });
      expect(await make().lock(lock.name).releaseOwner(owner)).toBe(true);
      await using held = await lock.acquire({ owner, waitMs: 0 });
      expect(await former.check()).toBe(false);
      expect((await former.release()).holdCount).toBe(0);
      expect(await held.check()).toBe(true);
    });

    if (kind.reentrant) {
      it("all its holds end at once", async () => {
        const lock = make().lock(uniqueName());
        const owner = newOwner();
        const holds = [await lock.acquire({ owner }), await lock.acquire({ owner }), await lock.acquire({ owner })];
        expect(await make().lock(lock.name).releaseOwner(owner)).toBe(true);
        expect(await lock.isLocked()).toBe(false);
        for (const held of holds) {
          expect(await held.release()).toEqual({ outcome: "released-elsewhere", holdCount: 0 });
        }
      });
    }

    it("no other owner is touched", async () => {
      const lock = make().lock(uniqueName());
      await using held = await lock.acquire({ owner: newOwner() });
      const other = newOwner();
      expect(await lock.isHeldBy(other)).toBe(false);
      expect(await lock.releaseOwner(other)).toBe(false);
      expect(await lock.renewOwner(other, { leaseMs: 100_000 })).toBe(false);
      expect(await lock.remainingMs()).toBeLessThanOrEqual(LEASE_MS);
      expect(await held.check()).toBe(true);
    });

    it("the lease of a lock is renewed, and never shortened", async () => {
      const lock = make().lock(uniqueName());
      const owner = newOwner();
      const held = await lock.acquire({ owner });
      expect(await lock.renewOwner(owner, { leaseMs: 60_000 })).toBe(true);
      expect(await lock.remainingMs()).toBeGreaterThan(55_000);
      expect(
        await make()
          .lock(lock.name)
          .renewOwner(owner, { leaseMs: leaseTime(1_000) }),
      ).toBe(true);
      expect(await lock.remainingMs()).toBeGreaterThan(55_000);
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await lock.renewOwner(owner)).toBe(false);
    });

    it("the object of a hold that was renewed in its own process is valid for longer", async () => {
      const lock = make().lock(uniqueName());
      const owner = newOwner();
      await using held = await lock.acquire({ owner });
      const before = held.validUntil;
      expect(await lock.renewOwner(owner, { leaseMs: 60_000 })).toBe(true);
      expect(held.validUntil).toBeGreaterThan(before + 30_000);
    });

    it("an object whose hold is over is not valid for longer", async () => {
      const lock = make().lock(uniqueName());
      const owner = newOwner();
      const former = await lock.acquire({ owner });
      const elsewhere = make().lock(lock.name);
      expect(await elsewhere.releaseOwner(owner)).toBe(true);
      await using _ = await elsewhere.acquire({ owner });
      const until = former.validUntil;
      expect(await lock.renewOwner(owner, { leaseMs: 60_000 })).toBe(true);
      expect(former.validUntil).toBeLessThan(until + 1_000);
    });

    it("only owners that a caller chose are accepted", async () => {
      const lock = make().lock(uniqueName());
      await using held = await lock.acquire();
      const refused = { code: "INVALID_OPTION", option: "owner" };
      await expect(lock.releaseOwner(held.owner)).rejects.toMatchObject(refused);
      await expect(lock.renewOwner(held.owner)).rejects.toMatchObject(refused);
      await expect(lock.releaseOwner("a b")).rejects.toMatchObject(refused);
      const lease = { code: "INVALID_OPTION", option: "leaseMs" };
      await expect(lock.renewOwner("job-1", { leaseMs: 10 })).rejects.toMatchObject(lease);
      expect(await held.check()).toBe(true);
    });

    it("a key that holds something else is unchanged", async () => {
      const name = uniqueName();
      await command(redis, "HSET", name, "job-1", "not a count");
      const lock = make().lock(name);
      await expect(lock.releaseOwner("job-1")).rejects.toMatchObject({ code: "NOT_A_LOCK" });
      await expect(lock.renewOwner("job-1")).rejects.toMatchObject({ code: "NOT_A_LOCK" });
      expect(await command(redis, "HGETALL", name)).toEqual(["job-1", "not a count"]);
    });

    if (!kind.shared) {
      it("a waiter gets the lock", async () => {
        const name = uniqueName();
        const owner = newOwner();
        await make().lock(name).acquire({ owner });
        let refuse = (): void => {};
        const refused = new Promise<void>((resolve) => {
          refuse = resolve;
        });
        const waiting = make().lock(name).acquire({ waitMs: 15_000, onWait: refuse });
        await refused;
        expect(await make().lock(name).releaseOwner(owner)).toBe(true);
        await using next = await waiting;
        expect(await next.check()).toBe(true);
      });
    }
  });
}
