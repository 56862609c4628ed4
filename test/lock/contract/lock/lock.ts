// The contract of every exclusive lock, for the runtime and kind that are passed. redisson-cases.ts
// lists which tests correspond to Redisson's own.
import { describe, expect, it } from "vitest";
import { isLockError, type LocksOptions } from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_500);
// Longer than a waiter needs to find that a lock is free.
const SLACK_MS = atMost(2_000);

export function lockContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });

  describe.concurrent("an exclusive lock", () => {
    it("locks and unlocks, twice with the same object", async () => {
      const lock = make().lock(uniqueName());
      for (let round = 0; round < 2; round += 1) {
        const held = await lock.acquire();
        expect(await lock.isLocked()).toBe(true);
        expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
        expect(await lock.isLocked()).toBe(false);
      }
    });

    it("excludes two acquisitions of one client, and of two clients", async () => {
      const name = uniqueName();
      const locks = make();
      await using held = await locks.lock(name).acquire();
      expect(await locks.lock(name).tryAcquire()).toBeNull();
      expect(await make().lock(name).tryAcquire()).toBeNull();
      expect(held.holdCount).toBe(1);
    });

    it("reports hold count, holder and lease to every client", async () => {
      const lock = make().lock(uniqueName());
      expect(await lock.remainingMs()).toBe(-2);
      const held = await lock.acquire();
      expect(await lock.holdCount(held.owner)).toBe(1);
      expect(await lock.isHeldBy(held.owner)).toBe(true);
      expect(await lock.isHeldBy("somebody:else")).toBe(false);
      expect(await lock.holdCount("somebody:else")).toBe(0);
      expect(await lock.remainingMs()).toBeGreaterThan(0);
      expect(await lock.remainingMs()).toBeLessThanOrEqual(LEASE_MS);
      await held.release();
      expect(await lock.isHeldBy(held.owner)).toBe(false);
      expect(await lock.remainingMs()).toBe(-2);
    });

    it("accepts a lease of an hour exactly, and uses the client's without one", async () => {
      const lock = make({ leaseMs: 30_000 }).lock(uniqueName());
      const hour = await lock.acquire({ leaseMs: 3_600_000 });
      expect(hour.leaseMs).toBe(3_600_000);
      const left = await lock.remainingMs();
      expect(left).toBeGreaterThan(3_600_000 - leaseTime(2_000));
      expect(left).toBeLessThanOrEqual(3_600_000);
      await hour.release();
      await using usual = await lock.acquire();
      expect(await lock.remainingMs()).toBeGreaterThan(30_000 - leaseTime(2_000));
      expect(usual.validUntil).toBeLessThanOrEqual(Date.now() + 30_000);
    });

    it("keeps a counter exact among 15 contenders of three clients", async () => {
      const name = uniqueName();
      const clients = [make(), make(), make()];
      let counter = 0;
      let inside = 0;
      const round = async (index: number): Promise<void> => {
        await using held = await (clients[index % 3] ?? make())
          .lock(name)
          .acquire({ waitMs: 15_000, leaseMs: leaseTime(10_000) });
        expect(++inside).toBe(1);
        const seen = counter;
        await held.check();
        counter = seen + 1;
        inside -= 1;
      };
      await Promise.all(Array.from({ length: 15 }, (_, index) => round(index)));
      expect(counter).toBe(15);
    });
  });

  describe.concurrent("a hold", () => {
    itWaits("of a dead holder ends after at most one lease", async () => {
      const lock = make().lock(uniqueName());
      const start = Date.now();
      const lost = await lock.acquire();
      const next = await lock.acquire({ waitMs: 5 * LEASE_MS });
      expect(Date.now() - start).toBeGreaterThan(LEASE_MS * 0.9);
      expect(Date.now() - start).toBeLessThan(LEASE_MS + SLACK_MS);
      expect(next.owner).not.toBe(lost.owner);
      expect(await lost.release()).toEqual({ outcome: "taken", holdCount: 0 });
      expect(await lock.isHeldBy(next.owner)).toBe(true);
      expect(await next.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    itWaits("aborts its signal at the local end of the lease, before Redis can grant it again", async () => {
      const lock = make({ leaseMs: 2 * LEASE_MS }).lock(uniqueName());
      const held = await lock.acquire();
      await eventually(() => held.signal.aborted, 6 * LEASE_MS);
      expect(isLockError(held.signal.reason) && held.signal.reason.code).toBe("LOCK_LOST");
      await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
      expect(() => held.keepAlive({ waitUntil() {} })).toThrowError(expect.objectContaining({ code: "LOCK_LOST" }));
      expect(await held.check()).toBe(false);
      await eventually(async () => !(await lock.isLocked()));
      expect(await held.release()).toEqual({ outcome: "expired", holdCount: 0 });
    });

    it("has one signal, which every API accepts, and which aborts on a loss", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const held = await lock.acquire();
      const { signal } = held;
      expect(held.signal).toBe(signal);
      expect(signal).toBeInstanceOf(AbortSignal);
      expect([Object.keys(signal), JSON.stringify(signal)]).toEqual([[], "{}"]);
      signal.throwIfAborted();
      const headers = { authorization: `Bearer ${redis.token}` };
      const response = await fetch(`${redis.url}/__counters`, { headers, signal });
      expect(response.status).toBe(200);
      await response.text();
      const request = new Request(redis.url, { signal });
      const any = AbortSignal.any([signal, new AbortController().signal]);
      let told = 0;
      signal.addEventListener("abort", () => {
        told += signal.aborted ? 1 : 100;
      });
      await make().lock(lock.name).forceRelease();
      expect([signal.aborted, any.aborted, request.signal.aborted]).toEqual([false, false, false]);
      expect(await held.check()).toBe(false);
      expect([signal.aborted, any.aborted, request.signal.aborted]).toEqual([true, true, true]);
      expect(told).toBe(1);
      expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ code: "LOCK_LOST" }));
      await expect(fetch(`${redis.url}/__counters`, { headers, signal })).rejects.toMatchObject({ code: "LOCK_LOST" });
    });

    it("can be renewed to a full lease by hand", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire({ leaseMs: leaseTime(2_000) });
      const before = held.validUntil;
      await eventually(async () => (await lock.remainingMs()) < leaseTime(1_700));
      const until = await held.renew();
      expect(until).toBeGreaterThan(before);
      expect(await lock.remainingMs()).toBeGreaterThan(leaseTime(1_700));
      await held.release();
      await expect(held.renew()).rejects.toMatchObject({ code: "NOT_HELD" });
    });

    it("learns from Redis that the lock was forced open", async () => {
      const name = uniqueName();
      const [lock, theirs] = [make({ leaseMs: 20_000 }).lock(name), make().lock(name)];
      expect(await theirs.forceRelease()).toBe(false);
      const held = await lock.acquire();
      expect(await theirs.forceRelease()).toBe(true);
      expect(await lock.isLocked()).toBe(false);
      expect(held.signal.aborted).toBe(false);
      expect(await held.check()).toBe(false);
      expect(held.signal.aborted).toBe(true);
      expect(await held.release()).toEqual({ outcome: "expired", holdCount: 0 });
    });
  });

  describe.concurrent("a waiter", () => {
    it("waits no longer than waitMs, and its error says what it met", async () => {
      const name = uniqueName();
      await using holder = await make({ leaseMs: 20_000 }).lock(name).acquire();
      const start = performance.now();
      expect(await make().lock(name).tryAcquire({ waitMs: 600 })).toBeNull();
      expect(performance.now() - start).toBeGreaterThanOrEqual(599);
      expect(performance.now() - start).toBeLessThan(600 + SLACK_MS);
      const seen: number[] = [];
      const busy = make()
        .lock(name)
        .acquire({ waitMs: 300, onWait: ({ attempts }) => seen.push(attempts) });
      await expect(busy).rejects.toMatchObject({ code: "LOCK_BUSY", lockName: name });
      const error = await busy.catch((caught: unknown) => caught);
      if (!isLockError(error) || error.code !== "LOCK_BUSY") throw error;
      expect(error.waitedMs).toBeGreaterThanOrEqual(299);
      expect(error.remainingMs).toBeGreaterThan(15_000);
      expect(error.attempts).toBe(seen.length + 1);
      expect(seen).toEqual(seen.map((_, index) => index + 1));
      expect(await holder.check()).toBe(true);
    });

    it("gets the lock after the release", async () => {
      const name = uniqueName();
      const holder = await make({ leaseMs: 20_000 }).lock(name).acquire();
      let waiting = false;
      const next = make()
        .lock(name)
        .acquire({ waitMs: 10_000, onWait: () => (waiting = true) });
      await eventually(() => waiting);
      await holder.release();
      await using held = await next;
      expect(await held.check()).toBe(true);
    });

    it("stops at its signal and leaves nothing behind", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const holder = await lock.acquire();
      const stop = new AbortController();
      const waiter = lock.acquire({ waitMs: 10_000, signal: stop.signal, onWait: () => stop.abort("enough") });
      await expect(waiter).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
      await holder.release();
      expect(await lock.isLocked()).toBe(false);
    });

    it("sends nothing when its signal is aborted before", async () => {
      const locks = make({ redis: { url: "http://127.0.0.1:1", token: "none" } });
      const given = locks.lock(uniqueName()).acquire({ signal: AbortSignal.abort("early") });
      await expect(given).rejects.toMatchObject({ code: "ABORTED", cause: "early" });
    });

    it("that closes its locks in the `acquired` listener ends the hold like any other", async () => {
      const locks = make({
        onEvent: ({ type }) => {
          if (type === "acquired") locks.close();
        },
      });
      const held = await locks.lock(uniqueName()).acquire();
      expect(held.signal.reason).toMatchObject({ code: "CLOSED" });
      expect(() => held.keepAlive({ waitUntil() {} })).toThrowError(expect.objectContaining({ code: "CLOSED" }));
      expect(await held.release()).toMatchObject({ outcome: "released" });
    });

    it("is ended by close, like a renewal, and takes nothing afterwards", async () => {
      const name = uniqueName();
      const locks = make();
      const held = await locks.lock(name).acquire();
      const text = held.serialize();
      const kept = held.keepAlive({ waitUntil() {} });
      const waiter = locks.lock(name).acquire({ onWait: () => locks.close() });
      await expect(waiter).rejects.toMatchObject({ code: "CLOSED" });
      expect(await kept.ended).toMatchObject({ reason: "stopped" });
      // Without its timers, the hold is no longer valid.
      expect(held.signal.reason).toMatchObject({ code: "CLOSED" });
      expect(() => held.keepAlive({ waitUntil() {} })).toThrowError(expect.objectContaining({ code: "CLOSED" }));
      await expect(locks.resume(text)).rejects.toMatchObject({ code: "CLOSED" });
      await expect(locks.lock(name).acquire()).rejects.toMatchObject({ code: "CLOSED" });
      expect(await held.release()).toMatchObject({ outcome: "released" });
    });
  });

  describe.concurrent("a scope", () => {
    it("releases with await using, also when the body throws", async () => {
      const lock = make().lock(uniqueName());
      const body = async (): Promise<void> => {
        await using held = await lock.acquire();
        expect(await held.check()).toBe(true);
        throw new Error("the user's own");
      };
      await expect(body()).rejects.toThrow("the user's own");
      expect(await lock.isLocked()).toBe(false);
    });

    it("runs a function under the lock, and returns the function's result", async () => {
      const lock = make().lock(uniqueName());
      expect(await lock.withLock(async (held) => [held.holdCount, await lock.isLocked()])).toEqual([1, true]);
      expect(await lock.isLocked()).toBe(false);
    });

    it("releases once, however many times it is called", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const first = held.release();
      const second = held.release();
      expect(await first).toEqual(await second);
      await using next = await lock.acquire({ waitMs: 0 });
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      await held[Symbol.asyncDispose]();
      expect(await next.check()).toBe(true);
    });
  });
}
