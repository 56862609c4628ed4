// Redisson's own tests of the read/write lock that no other contract covers. Its leases of 2 to 30 s are shorter here.
// The others (RedissonReadWriteLockTest) are in:
//   testReadLockIsLocked, testHoldCount
//       read-write.ts "reports whether it is locked, by whom, how often, and for how long"
//   testForceUnlock   read-write.ts "is forced open alone"
//   testExpireWrite, testAutoExpire
//       read-holds.ts "of the only reader, or the writer, frees the lock"; lock/hold/crash.test.ts
//   testMultiInstanceReadLockZombieCleanup
//       read-holds.ts "keep no dead reader alive"; lock/hold/crash.test.ts, with a process that is killed
//   testReentrancy   re-entry.ts, which runs for the read lock too
//   testInCluster   none: one database
// testConcurrencyLoop_MultiInstance and testConcurrency_MultiInstance: here "a counter", with fewer clients.
import { describe, expect, it } from "vitest";
import type { Held, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import type { ReadWriteMethod } from "../kinds.ts";

const LEASE_MS = leaseTime(2_000);
// Longer than a waiter needs to find that a lock is free.
const SLACK_MS = atMost(2_500);

export function redissonReadWriteCases(redis: Endpoint, method: ReadWriteMethod): void {
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  /** Both sides of the lock, with a new client for each. */
  function sides(name: string = uniqueName(), options: Partial<LocksOptions> = {}) {
    const lock = createLocks({ redis, leaseMs: 20_000, waitMs: leaseTime(15_000), ...options })[method](name);
    return { read: lock.readLock(), write: lock.writeLock() };
  }
  async function timed(work: () => Promise<Held>): Promise<number> {
    const start = performance.now();
    const held = await work();
    const ms = performance.now() - start;
    await held.release();
    return ms;
  }

  describe.concurrent("Redisson's cases: leases of readers", () => {
    itWaits("a short one does not shorten a long one", async () => {
      const { read, write } = sides();
      const long = await read.acquire({ leaseMs: LEASE_MS });
      const short = await sides(read.name).read.acquire({ leaseMs: leaseTime(1_000) });
      const start = performance.now();
      const entered = timed(() => sides(read.name).write.acquire()).then(() => performance.now() - start);
      await sleep(leaseTime(700));
      await short.release();
      await sleep(leaseTime(900));
      expect(await write.isLocked()).toBe(false);
      await long.release();
      expect(await entered).toBeGreaterThan(leaseTime(1_500));
      expect(await entered).toBeLessThan(LEASE_MS + SLACK_MS);
    });

    itWaits("50 readers hold beyond the lease, each renewed, and all release", async () => {
      const { read } = sides(uniqueName(), { leaseMs: LEASE_MS });
      const readers = await Promise.all(Array.from({ length: 50 }, () => read.acquire()));
      for (const held of readers) held.keepAlive(new BackgroundWork());
      await sleep(1.5 * LEASE_MS);
      const outcomes = await Promise.all(readers.map(async (held) => (await held.release()).outcome));
      expect(new Set(outcomes)).toEqual(new Set(["released"]));
      expect(await read.isLocked()).toBe(false);
    });

    itWaits("of a dead reader end in time, although another read and left meanwhile", async () => {
      const { read, write } = sides();
      const start = performance.now();
      await read.acquire({ leaseMs: LEASE_MS });
      await sleep(LEASE_MS / 2);
      await timed(() => sides(read.name).read.acquire({ leaseMs: 30_000 }));
      await timed(() => write.acquire());
      expect(performance.now() - start).toBeGreaterThan(0.9 * LEASE_MS);
      expect(performance.now() - start).toBeLessThan(LEASE_MS + SLACK_MS);
    });

    itWaits("of one owner end separately: the first in time, the second by release", async () => {
      const { read, write } = sides();
      const owner = `two:${crypto.randomUUID()}`;
      const start = performance.now();
      await read.acquire({ owner, leaseMs: LEASE_MS });
      await sleep(0.75 * LEASE_MS);
      const second = await read.acquire({ owner, leaseMs: LEASE_MS });
      expect(await second.release()).toMatchObject({ outcome: "still-held" });
      await timed(() => write.acquire());
      expect(performance.now() - start).toBeGreaterThan(0.9 * LEASE_MS);
      expect(performance.now() - start).toBeLessThan(LEASE_MS + atMost(1_500));
    });

    it("do not affect another reader, whose owner releases it within its lease", async () => {
      const { read } = sides();
      const held = await read.acquire({ leaseMs: LEASE_MS });
      const start = performance.now();
      const other = await sides(read.name).read.acquire();
      expect(performance.now() - start).toBeLessThan(SLACK_MS);
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      await other.release();
    });
  });

  describe.concurrent("Redisson's cases: the lease of the writer", () => {
    itWaits("of a second, shorter hold does not shorten the first", async () => {
      const { write } = sides();
      const outer = await write.acquire({ leaseMs: 2 * LEASE_MS });
      const inner = await write.acquire({ owner: outer.owner, leaseMs: leaseTime(1_000) });
      expect(await sides(write.name).write.tryAcquire({ waitMs: leaseTime(1_500) })).toBeNull();
      expect(await sides(write.name).read.tryAcquire()).toBeNull();
      expect(await inner.release()).toMatchObject({ outcome: "still-held" });
      expect(await outer.release()).toMatchObject({ outcome: "released" });
    });

    itWaits("that is never released lets in all waiting readers at its end", async () => {
      const { read, write } = sides();
      const start = performance.now();
      await write.acquire({ leaseMs: LEASE_MS });
      const readers = await Promise.all([1, 2].map(() => sides(read.name).read.acquire()));
      expect(performance.now() - start).toBeGreaterThan(0.9 * LEASE_MS);
      expect(performance.now() - start).toBeLessThan(LEASE_MS + SLACK_MS);
      for (const held of readers) await held.release();
    });

    itWaits(
      "that is renewed with the read hold inside it keeps the lock, and that read hold alone does afterwards",
      async () => {
        const { read, write } = sides(uniqueName(), { leaseMs: LEASE_MS });
        const writer = await write.acquire();
        const reader = await read.acquire({ owner: writer.owner });
        for (const held of [writer, reader]) held.keepAlive(new BackgroundWork());
        const kept = async (): Promise<void> => {
          const end = performance.now() + 1.5 * LEASE_MS;
          while (performance.now() < end) {
            expect(await read.remainingMs()).toBeGreaterThan(LEASE_MS / 4);
            await sleep(100);
          }
        };
        await kept();
        expect(await writer.release()).toMatchObject({ outcome: "released" });
        await kept();
        expect(await reader.release()).toMatchObject({ outcome: "released" });
        expect(await read.isLocked()).toBe(false);
      },
    );
  });

  describe.concurrent("Redisson's cases: reading and writing", () => {
    it("a read inside a write leaves the write on release, and the release of the write frees the lock", async () => {
      const { read, write } = sides();
      const writer = await write.acquire();
      const reader = await read.acquire({ owner: writer.owner });
      await reader.release();
      expect([await read.isLocked(), await write.isLocked()]).toEqual([false, true]);
      await writer.release();
      expect([await read.isLocked(), await write.isLocked()]).toEqual([false, false]);
    });

    it("a writer of two holds that released one may still read, and excludes writers while it reads", async () => {
      const { read, write } = sides();
      const outer = await write.acquire();
      const { owner } = outer;
      const inner = await write.acquire({ owner });
      expect(await sides(read.name).read.tryAcquire()).toBeNull();
      expect(await write.isHeldBy("somebody:else")).toBe(false);
      await inner.release();
      const reader = await read.acquire({ owner, waitMs: 0 });
      await outer.release();
      expect(await sides(read.name).write.tryAcquire()).toBeNull();
      await expect(write.tryAcquire({ owner })).rejects.toMatchObject({ code: "UPGRADE_REFUSED" });
      expect([await write.isLocked(), await write.forceRelease()]).toEqual([false, false]);
      expect(await reader.check()).toBe(true);
      await reader.release();
    });

    it("a writer is refused until the last of two readers has left; then writes twice", async () => {
      const { read, write } = sides();
      expect(await read.forceRelease()).toBe(false);
      const readers = [await read.acquire(), await sides(read.name).read.acquire()];
      for (const held of readers) {
        expect(await write.tryAcquire()).toBeNull();
        await held.release();
      }
      for (let round = 0; round < 2; round += 1) await timed(() => write.acquire({ waitMs: 0 }));
    });

    // testLockUnlock, testIsLocked and testIsHeldByCurrentThread. With another client: testIsLockedOtherThread and
    // testIsHeldByCurrentThreadOtherThread.
    it("a reader comes and goes twice, and every client sees the same state of each reader", async () => {
      const { read } = sides();
      const other = sides(read.name);
      const told = async (owner: string): Promise<unknown> => {
        const both = await Promise.all(
          [read, other.read].map(async (side) => [
            ...[await side.isLocked(), await side.isHeldBy(owner), await side.holdCount(owner)],
          ]),
        );
        expect(both[1]).toEqual(both[0]);
        return both[0];
      };
      for (let round = 0; round < 2; round += 1) {
        const first = await read.acquire({ waitMs: 0 });
        expect(await told(first.owner)).toEqual([true, true, 1]);
        expect(await told("somebody:else")).toEqual([true, false, 0]);
        const second = await other.read.acquire({ waitMs: 0 });
        expect([await told(first.owner), await told(second.owner)]).toEqual([
          [true, true, 1],
          [true, true, 1],
        ]);
        expect([await other.write.isLocked(), await other.write.isHeldBy(first.owner)]).toEqual([false, false]);
        expect(await second.release()).toEqual({ outcome: "released", holdCount: 0 });
        expect([await told(first.owner), await told(second.owner)]).toEqual([
          [true, true, 1],
          [true, false, 0],
        ]);
        expect(await first.release()).toEqual({ outcome: "released", holdCount: 0 });
        expect(await told(first.owner)).toEqual([false, false, 0]);
        expect(await read.remainingMs()).toBe(-2);
      }
    });

    // testWriteReadReentrancy.
    it("a writer that continues reading may write again when it stops reading, not before", async () => {
      const { read, write } = sides();
      const writer = await write.acquire();
      const { owner } = writer;
      const reader = await read.acquire({ owner });
      await writer.release();
      await expect(write.tryAcquire({ owner })).rejects.toMatchObject({ code: "UPGRADE_REFUSED" });
      expect(await sides(read.name).write.tryAcquire()).toBeNull();
      await reader.release();
      await timed(() => write.acquire({ owner, waitMs: 0 }));
    });

    it("a release without a read hold frees nothing, and reports that", async () => {
      const { read } = sides();
      const over = await read.acquire();
      const text = over.serialize();
      await read.forceRelease();
      await using held = await sides(read.name).read.acquire();
      expect(await over.release()).toEqual({ outcome: "taken", holdCount: 0 });
      expect(await read.release(text)).toEqual({ outcome: "taken", holdCount: 0 });
      expect(await held.check()).toBe(true);
    });

    it("20 waiting readers, with work to do, all end soon after the writer has left", async () => {
      const { read, write } = sides();
      const writer = await write.acquire();
      let waiting = 0;
      const done = Array.from({ length: 20 }, async () => {
        let isFirst = true;
        const onWait = (): void => {
          if (isFirst) waiting += 1;
          isFirst = false;
        };
        await using _held = await sides(read.name).read.acquire({ onWait });
        await sleep(500);
      });
      await eventually(() => waiting === 20);
      const start = performance.now();
      await writer.release();
      await Promise.all(done);
      // One after the other they would need 10 s.
      expect(performance.now() - start).toBeLessThan(500 + 2 * SLACK_MS);
    });

    it("a name with braces and colons works ten times in a row for ten clients (C)", async () => {
      const name = `{test}:abc:${uniqueName()}`;
      const task = async (): Promise<void> => {
        for (let round = 0; round < 10; round += 1) await timed(() => sides(name).read.acquire());
      };
      await Promise.all(Array.from({ length: 10 }, task));
      expect(await sides(name).read.isLocked()).toBe(false);
    });

    it.each([
      ["16 clients, once each", 16, 1],
      ["4 clients, over and over", 4, 6],
    ])("a counter stays exact among clients that read and write alternately: %s (C)", async (_, clients, rounds) => {
      const name = uniqueName();
      let [counter, written, reading] = [0, 0, 0];
      const client = async (nth: number): Promise<void> => {
        const { read, write } = sides(name, { waitMs: 18_000 });
        for (let round = 0; round < rounds; round += 1) {
          const writes = (nth + round) % 2 === 0;
          await using _held = await (writes ? write : read).acquire();
          const seen = counter;
          if (!writes) reading += 1;
          await sleep(10);
          expect(counter).toBe(seen);
          if (writes) expect(reading).toBe(0);
          else reading -= 1;
          if (writes) [counter, written] = [seen + 1, written + 1];
        }
      };
      await Promise.all(Array.from({ length: clients }, (_unused, nth) => client(nth)));
      expect(counter).toBe(written);
      expect(written).toBe((clients * rounds) / 2);
    });
  });
}
