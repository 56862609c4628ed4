// The leases of read holds, for the runtime that calls it. Each hold has its own lease. The lock lasts as long as the
// longest remaining one, whoever renews, releases or dies, in any order.
import { describe, expect, it } from "vitest";
import type { Held, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import type { ReadWriteMethod } from "../kinds.ts";

const LEASE_MS = leaseTime(20_000);
const SLACK_MS = leaseTime(1_500);

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

export function readHoldsContract(redis: Endpoint, method: ReadWriteMethod): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, leaseMs: LEASE_MS, ...options });
  function sides(name: string = uniqueName(), options: Partial<LocksOptions> = {}) {
    const lock = make(options)[method](name);
    return { read: lock.readLock(), write: lock.writeLock() };
  }
  const ttl = (name: string): Promise<number> => command<number>(redis, "PTTL", name);
  const newOwner = (): string => `r:${crypto.randomUUID()}`;
  /** Expects this remaining lease, less an allowance for a slow machine. */
  async function expectLeft(name: string, leaseMs: number): Promise<void> {
    const left = await ttl(name);
    expect(left).toBeLessThanOrEqual(leaseMs);
    expect(left).toBeGreaterThan(leaseMs - SLACK_MS * 2);
  }

  describe.concurrent("releases in any order", () => {
    it.each(permutations([10_000, 20_000, 40_000].map(leaseTime)))(
      "of one owner's holds: %i, then %i, then %i ms leave what the others have",
      async (...order) => {
        const { read } = sides();
        const owner = newOwner();
        const holds = new Map<number, Held>();
        for (const leaseMs of [20_000, 40_000, 10_000].map(leaseTime)) {
          holds.set(leaseMs, await read.acquire({ owner, leaseMs }));
        }
        await expectLeft(read.name, leaseTime(40_000));
        for (const leaseMs of order) {
          const held = holds.get(leaseMs);
          holds.delete(leaseMs);
          const rest = holds.size;
          const outcome = rest > 0 ? "still-held" : "released";
          expect(await held?.release()).toEqual({ outcome, holdCount: rest });
          if (rest > 0) await expectLeft(read.name, Math.max(...holds.keys()));
        }
        expect(await command(redis, "KEYS", `{${read.name}}*`)).toEqual([]);
        expect(await read.isLocked()).toBe(false);
      },
    );

    it("of several owners' holds leave what the others have", async () => {
      const { read } = sides();
      const owner = newOwner();
      const long = await read.acquire({ leaseMs: leaseTime(60_000) });
      const own = await read.acquire({ owner, leaseMs: leaseTime(30_000) });
      const short = await read.acquire({ owner, leaseMs: leaseTime(10_000) });
      await expectLeft(read.name, leaseTime(60_000));
      await long.release();
      await expectLeft(read.name, leaseTime(30_000));
      await own.release();
      await expectLeft(read.name, leaseTime(10_000));
      expect(await short.check()).toBe(true);
      await short.release();
      expect(await command(redis, "EXISTS", read.name)).toBe(0);
    });

    it("keep every remaining lease covered, when it is unknown which hold was released", async () => {
      for (const first of ["default", "passed"]) {
        const { read } = sides();
        const outer = await read.acquire({ leaseMs: leaseTime(40_000) });
        const inner = await read.acquire({ owner: outer.owner, leaseMs: leaseTime(10_000) });
        const [goes, stays] = first === "default" ? [outer, inner] : [inner, outer];
        expect(await goes.release()).toEqual({ outcome: "still-held", holdCount: 1 });
        expect(await ttl(read.name)).toBeGreaterThan(stays.leaseMs - 2 * SLACK_MS);
        expect(await stays.check()).toBe(true);
        expect(await stays.release()).toEqual({ outcome: "released", holdCount: 0 });
        expect(await command(redis, "EXISTS", read.name)).toBe(0);
      }
    });
  });

  describe.concurrent("renewals", () => {
    it.each(["outer", "inner"])("affect the own hold alone: %s of two", async (which) => {
      const { read } = sides();
      const owner = newOwner();
      const holds = { outer: await read.acquire({ owner }), inner: await read.acquire({ owner }) };
      const [renewed, other] = which === "outer" ? [holds.outer, holds.inner] : [holds.inner, holds.outer];
      // Time has passed on both leases.
      for (const n of [1, 2])
        await command(redis, "PEXPIRE", `{${read.name}}:${owner}:rwlock_timeout:${n}`, leaseTime(15_000) - n);
      for (const { key, ms } of await records(read.name)) await command(redis, "PEXPIRE", key, ms);
      await renewed.renew();
      await expectLeft(read.name, LEASE_MS);
      await renewed.release();
      await expectLeft(read.name, leaseTime(15_000));
      expect(await other.check()).toBe(true);
      await other.release();

      /** Returns their records in the order of the holds. Each lasts as long as its timeout key plus a minute. */
      async function records(name: string): Promise<{ key: string; ms: number }[]> {
        const ids = await command<string[]>(redis, "KEYS", `leasehound:*:record:${owner}|*|{${name}}`);
        const aged = await Promise.all(ids.map(async (key) => ({ key, left: await ttl(key) })));
        aged.sort((a, b) => a.left - b.left);
        return aged.map(({ key }, at) => ({ key, ms: leaseTime(15_000) + 60_000 - (at + 1) }));
      }
    });

    itWaits("keep no dead reader alive: the lock is free when the last renewing reader releases", async () => {
      const { read, write } = sides(uniqueName(), { leaseMs: leaseTime(1_500) });
      await read.acquire();
      const living = await read.acquire();
      living.keepAlive(new BackgroundWork());
      await new Promise((resolve) => setTimeout(resolve, leaseTime(2_600)));
      expect(await write.tryAcquire()).toBeNull();
      expect(Object.keys(await hash(redis, read.name))).toHaveLength(3);
      expect(await living.release()).toEqual({ outcome: "released", holdCount: 0 });
      const writer = await write.tryAcquire();
      expect(await writer?.release()).toMatchObject({ outcome: "released" });
    });

    itWaits("keep no dead hold of the same owner alive", async () => {
      const { read, write } = sides(uniqueName(), { leaseMs: leaseTime(1_500) });
      const owner = newOwner();
      await read.acquire({ owner });
      const living = await read.acquire({ owner });
      living.keepAlive(new BackgroundWork());
      await new Promise((resolve) => setTimeout(resolve, leaseTime(2_600)));
      expect(living.signal.aborted).toBe(false);
      expect(await living.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      const writer = await write.tryAcquire();
      expect(await writer?.release()).toMatchObject({ outcome: "released" });
    });

    it("do not shorten: neither another reader's lease, nor a longer one of their own", async () => {
      const { read } = sides();
      await using _long = await read.acquire({ leaseMs: 600_000 });
      const short = await read.acquire();
      await short.renew();
      expect(await read.remainingMs()).toBeGreaterThan(600_000 - leaseTime(2_000));
      await short.release();
      expect(await read.remainingMs()).toBeGreaterThan(600_000 - leaseTime(2_000));
    });
  });

  describe.concurrent("a lease that ended", () => {
    itWaits("of the only reader, or the writer, frees the lock", async () => {
      for (const side of ["read", "write"] as const) {
        const locks = sides(uniqueName(), { leaseMs: leaseTime(1_000) });
        const start = performance.now();
        const dead = await locks[side].acquire();
        const next = await locks.write.acquire({ waitMs: leaseTime(10_000) });
        expect(performance.now() - start).toBeGreaterThan(leaseTime(900));
        expect(performance.now() - start).toBeLessThan(leaseTime(1_000) + atMost(1_500));
        expect(await dead.release()).toEqual({ outcome: "taken", holdCount: 0 });
        expect(await next.release()).toEqual({ outcome: "released", holdCount: 0 });
      }
    });

    itWaits("during other reads cannot be resumed, and its release takes nothing from them", async () => {
      const locks = make();
      const { read } = sides();
      const over = await read.acquire({ leaseMs: leaseTime(1_000) });
      const text = over.serialize();
      const other = await read.acquire({ leaseMs: leaseTime(60_000) });
      await eventually(() => over.signal.aborted);
      await eventually(
        async () => (await command(redis, "EXISTS", `{${read.name}}:${over.owner}:rwlock_timeout:1`)) === 0,
      );
      await expect(locks.resume(text)).rejects.toMatchObject({ code: "LOCK_LOST" });
      expect(await over.check()).toBe(false);
      expect(await read.release(text)).toEqual({ outcome: "released", holdCount: 0 });
      await expectLeft(read.name, leaseTime(60_000));
      expect(await hash(redis, read.name)).toEqual({ mode: "read", [other.owner]: "1" });
      await other.release();
    });

    itWaits("during other reads counts again when it is renewed, unless a writer came between", async () => {
      const { read, write } = sides();
      const over = await read.acquire({ leaseMs: leaseTime(1_000) });
      const text = over.serialize();
      const other = await read.acquire();
      const key = `{${read.name}}:${over.owner}:rwlock_timeout:1`;
      await eventually(async () => (await command(redis, "EXISTS", key)) === 0);
      expect(await read.renew(text)).toBeGreaterThan(Date.now());
      await other.release();
      expect(await ttl(read.name)).toBeLessThanOrEqual(leaseTime(1_000));
      expect(await write.tryAcquire()).toBeNull();
      const writer = await write.acquire({ waitMs: leaseTime(5_000) });
      await expect(read.renew(text)).rejects.toMatchObject({ code: "LOCK_LOST" });
      expect(await read.release(text)).toMatchObject({ holdCount: 0 });
      expect(await writer.check()).toBe(true);
      await writer.release();
    });

    itWaits("of a writer with a longer read hold lets other readers in only when the writing ended", async () => {
      const { read, write } = sides();
      const writer = await write.acquire({ leaseMs: leaseTime(1_000) });
      const nested = await read.acquire({ owner: writer.owner, leaseMs: LEASE_MS });
      await eventually(() => writer.signal.aborted);
      expect(await read.tryAcquire()).toBeNull();
      expect(nested.signal.aborted).toBe(false);
      expect(await writer.release()).toMatchObject({ outcome: "released" });
      const other = await read.acquire({ waitMs: 0 });
      for (const held of [nested, other]) expect(await held.release()).toMatchObject({ outcome: "released" });
    });

    itWaits("of the nested read leaves the writer its own, also with a late release", async () => {
      const { read, write } = sides();
      const writer = await write.acquire({ leaseMs: leaseTime(30_000) });
      const nested = await read.acquire({ owner: writer.owner, leaseMs: leaseTime(1_000) });
      await eventually(
        async () => (await command(redis, "EXISTS", `{${read.name}}:${writer.owner}:rwlock_timeout:1`)) === 0,
      );
      await nested.release();
      await expectLeft(read.name, leaseTime(30_000));
      expect(await hash(redis, read.name)).toEqual({ mode: "write", [`${writer.owner}:write`]: "1" });
      await writer.release();
      expect(await command(redis, "EXISTS", read.name)).toBe(0);
    });

    itWaits("of the nested read ends the lock with the write hold", async () => {
      const { read, write } = sides();
      const writer = await write.acquire({ leaseMs: 30_000 });
      await read.acquire({ owner: writer.owner, leaseMs: leaseTime(1_000) });
      await eventually(
        async () => (await command(redis, "EXISTS", `{${read.name}}:${writer.owner}:rwlock_timeout:1`)) === 0,
      );
      expect(await writer.release()).toMatchObject({ outcome: "released" });
      expect(await command(redis, "EXISTS", read.name)).toBe(0);
    });
  });
}
