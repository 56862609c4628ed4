// Every lock that can be stolen: what the thief gets, and how its victims learn of it.
import { describe, expect, it } from "vitest";
import { type LockEvent, LockStolenError, type LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import type { ExclusiveKind } from "../kinds.ts";

const LEASE_MS = leaseTime(1_500);

export function stealContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, leaseMs: LEASE_MS, ...options });
  /** A lock of one name, in two clients: a holder and a thief. */
  const both = (ofHolder: Partial<LocksOptions> = {}, ofThief: Partial<LocksOptions> = {}) => {
    const name = uniqueName();
    const [here, there] = [make(ofHolder), make(ofThief)];
    return { name, lock: kind.lock(here, name), theirs: kind.lock(there, name), here, there };
  };

  describe("a theft", () => {
    it("takes a free lock like any acquire", async () => {
      const { name, theirs } = both();
      const thief = await theirs.acquire({ steal: true });
      expect(await hash(redis, name)).toEqual(kind.hashOf(thief.owner));
      expect(await thief.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("takes the lock of a holder at once, and names itself to it", async () => {
      const { name, lock, theirs } = both();
      const held = await lock.acquire();
      const thief = await theirs.acquire({ steal: true, label: "rollback", reason: "bad deploy / 100 %" });
      expect(await hash(redis, name)).toEqual(kind.hashOf(thief.owner));
      await expect(held.renew()).rejects.toMatchObject({
        code: "LOCK_STOLEN",
        lockName: name,
        owner: held.owner,
        thief: { owner: thief.owner, label: "rollback", reason: "bad deploy / 100 %" },
      });
      expect(held.signal.reason).toBeInstanceOf(LockStolenError);
      expect(await thief.check()).toBe(true);
      expect(await held.release()).toEqual({ outcome: "stolen", holdCount: 0 });
      expect(await thief.renew()).toBeGreaterThan(Date.now());
      await thief.release();
      expect(await hash(redis, name)).toEqual({});
    });

    it("is what a check, a release and the text of the hold say", async () => {
      const { lock, theirs } = both();
      const held = await lock.acquire();
      const text = held.serialize();
      await using thief = await theirs.acquire({ steal: true, reason: "test" });
      expect(await held.check()).toBe(false);
      expect(held.signal.reason).toMatchObject({ code: "LOCK_STOLEN", thief: { owner: thief.owner, reason: "test" } });
      expect(await lock.release(text)).toEqual({ outcome: "stolen", holdCount: 0 });
      await expect(lock.renew(text)).rejects.toMatchObject({ code: "LOCK_STOLEN" });
      await expect(lock.resume(text)).rejects.toMatchObject({ code: "LOCK_STOLEN", thief: { owner: thief.owner } });
    });

    itWaits("ends the renewals of its victim", async () => {
      const events: LockEvent[] = [];
      const { lock, theirs } = both({ onEvent: (event) => void events.push(event) });
      const held = await lock.acquire();
      const kept = held.keepAlive({ waitUntil() {} });
      await using thief = await theirs.acquire({ steal: true });
      expect((await kept.ended).reason).toBe("lost");
      expect(held.signal.reason).toMatchObject({ code: "LOCK_STOLEN" });
      const lost = events.find(({ type }) => type === "lost");
      expect(lost).toMatchObject({ reason: "stolen", owner: held.owner, thief: { owner: thief.owner } });
    });

    itWaits("ends `withLock` with the theft, and with the result of the function", async () => {
      const { lock, theirs } = both();
      const used = lock.withLock(async (held) => {
        await theirs.acquire({ steal: true });
        await eventually(() => held.signal.aborted, 2 * LEASE_MS);
        return "done";
      });
      await expect(used).rejects.toMatchObject({ code: "LOCK_STOLEN", result: "done" });
    });

    it("ends all holds of an owner that the caller passed, whose next hold counts", async () => {
      const { lock, theirs } = both();
      const held = await lock.acquire({ owner: "worker-7" });
      const again = kind.reentrant ? await lock.acquire({ owner: "worker-7" }) : undefined;
      const thief = await theirs.acquire({ steal: true, owner: "worker-8" });
      expect(await held.release()).toEqual({ outcome: "stolen", holdCount: 0 });
      await expect(again?.renew() ?? held.renew()).rejects.toBeDefined();
      await thief.release();
      await using next = await lock.acquire({ owner: "worker-7" });
      expect(await next.check()).toBe(true);
      expect(await held.check()).toBe(false);
    });

    it("adds a hold for an owner that has the lock, or is refused if the lock is not reentrant", async () => {
      const { lock } = both();
      await using held = await lock.acquire({ owner: "worker-7", leaseMs: 20_000 });
      const stolen = lock.acquire({ owner: "worker-7", steal: true });
      if (!kind.reentrant) {
        // Before the scope is left, which releases the hold.
        await expect(stolen).rejects.toMatchObject({ code: "ALREADY_HELD" });
        return;
      }
      await using again = await stolen;
      expect(again.holdCount).toBe(2);
      expect(await held.check()).toBe(true);
    });

    it("is stolen back; the first thief learns who did it, and does not steal again", async () => {
      const { lock, theirs } = both();
      const first = await lock.acquire({ steal: true });
      await using second = await theirs.acquire({ steal: true, reason: "mine" });
      await expect(first.renew()).rejects.toMatchObject({ code: "LOCK_STOLEN", thief: { reason: "mine" } });
      expect(await second.check()).toBe(true);
    });

    it("is told to holders of the same client at once, without a request", async () => {
      const events: LockEvent[] = [];
      const { name, here, lock } = both({ onEvent: (event) => void events.push(event) });
      const held = await lock.acquire();
      const other = await kind.lock(here, uniqueName()).acquire();
      await using thief = await lock.acquire({ steal: true, reason: "newer" });
      expect(held.signal.reason).toMatchObject({ code: "LOCK_STOLEN", thief: { owner: thief.owner, reason: "newer" } });
      expect([thief.signal.aborted, other.signal.aborted]).toEqual([false, false]);
      const stolen = events.find(({ type, owner }) => type === "acquired" && owner === thief.owner);
      expect(stolen).toMatchObject({ lockName: name, stolenFrom: [held.owner] });
      await other.release();
    });

    it("leaves a waiter waiting, which gets the lock from the thief", async () => {
      const { lock, theirs, there } = both();
      const held = await lock.acquire();
      const waiting = lock.acquire({ waitMs: 10_000 });
      await eventually(async () => (await kind.lock(there, uniqueName()).isLocked()) === false);
      const thief = await theirs.acquire({ steal: true });
      expect(await held.check()).toBe(false);
      await thief.release();
      await using next = await waiting;
      expect(await next.check()).toBe(true);
    });

    it("changes nothing that is no lock", async () => {
      const { name, lock } = both();
      await command(redis, "SET", name, "text");
      await expect(lock.acquire({ steal: true })).rejects.toMatchObject({ code: "NOT_A_LOCK" });
      expect(await command(redis, "GET", name)).toBe("text");
    });
  });
}

/** Wrong use of `steal`: needs no Redis. */
export function stealOptionsContract(): void {
  const redis = { url: "https://unused.example", token: "-" };
  it("refuses steal where a lock cannot be stolen, and options that do not fit", async () => {
    const locks = createLocks({ redis });
    const refused = { code: "INVALID_OPTION" };
    // @ts-expect-error a read lock cannot be stolen
    await expect(locks.readWriteLock("x").readLock().acquire({ steal: true })).rejects.toMatchObject(refused);
    // @ts-expect-error a multi lock cannot be stolen
    await expect(locks.multiLock(locks.lock("x")).acquire({ steal: true })).rejects.toMatchObject(refused);
    // @ts-expect-error a semaphore cannot be stolen
    await expect(locks.semaphore("x", { permits: 1 }).acquire({ steal: true })).rejects.toMatchObject(refused);
    const lock = locks.lock("x");
    await expect(lock.acquire({ reason: "alone" })).rejects.toMatchObject({ ...refused, option: "reason" });
    const long = { steal: true, label: "l".repeat(200), reason: "r".repeat(57) };
    await expect(lock.acquire(long)).rejects.toMatchObject({ ...refused, option: "reason" });
    // @ts-expect-error it must be true or false
    await expect(lock.acquire({ steal: 1 })).rejects.toMatchObject({ ...refused, option: "steal" });
  });
}
