// The order in which readers and writers acquire a fair read/write lock. Runs on a gateway of its own, one test at a
// time: it inspects streams and the queue.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Held, LocksOptions, WaitProgress } from "../../../../src/index.ts";
import { readWriteQueueKeys } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { clearFaults, command, countsOf, type Endpoint } from "../../../support/rest.ts";
import { ODD_NAMES, uniqueName } from "../../../support/unique-name.ts";

// A queued waiter polls every 5 s: one that acquires sooner was woken by a message.
const SOON_MS = atMost(2_500);
type Side = "read" | "write";

interface Joined {
  readonly side: Side;
  readonly got: Promise<Held>;
  readonly progress: readonly WaitProgress[];
}

export function fairReadWriteContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, waitMs: 20_000, ...options });
  const sideOf = (name: string, side: Side, options: Partial<LocksOptions> = {}) => {
    const both = make(options).fairReadWriteLock(name);
    return side === "read" ? both.readLock() : both.writeLock();
  };
  const queued = (name: string): Promise<string[]> => command(redis, "ZRANGE", readWriteQueueKeys(name)[0], 0, -1);
  const streams = (count: number): Promise<unknown> =>
    eventually(async () => (await countsOf(redis)).openStreams === count);

  /** Starts a wait. Resolves when the waiter is queued. */
  async function join(
    name: string,
    side: Side,
    wait: { waitMs?: number; signal?: AbortSignal; wait?: "poll" } = {},
    options: Partial<LocksOptions> = {},
  ): Promise<Joined> {
    const before = (await queued(name)).length;
    const progress: WaitProgress[] = [];
    const got = sideOf(name, side, options).acquire({ ...wait, onWait: (facts) => progress.push(facts) });
    got.catch(() => {});
    await eventually(async () => progress.length > 0 && (await queued(name)).length > before);
    return { side, got, progress };
  }

  async function leavesNothing(name: string): Promise<void> {
    expect(await command(redis, "EXISTS", name, ...readWriteQueueKeys(name))).toBe(0);
    await streams(0);
  }

  beforeEach(() => clearFaults(redis));
  afterEach(() => streams(0));

  describe("waiters of a fair read/write lock", () => {
    it("acquire it in the order they came, readers beside each other together, each woken by a message", async () => {
      const name = uniqueName();
      const first = await sideOf(name, "write").acquire();
      const sides: readonly Side[] = ["read", "read", "write", "read", "write", "write", "read", "read", "read"];
      const waiters: Joined[] = [];
      for (const side of sides) waiters.push(await join(name, side));
      await streams(1);
      const start = performance.now();
      await first.release();
      const groups = [[0, 1], [2], [3], [4], [5], [6, 7, 8]];
      for (const group of groups) {
        const holds = await Promise.all(group.map((nth) => waiters[nth]?.got));
        expect(await queued(name)).toHaveLength(sides.length - 1 - (group.at(-1) ?? 0));
        for (const held of holds) await held?.release();
      }
      expect(performance.now() - start).toBeLessThan(2 * SOON_MS);
      await leavesNothing(name);
    });

    it("are woken by their number also when they polled first, because a lease was about to end", async () => {
      const name = uniqueName();
      const dead = sideOf(name, "write", { leaseMs: leaseTime(1_500) });
      await dead.acquire();
      // It opens no stream, which the writer would find.
      const reader = await join(name, "read", { wait: "poll" });
      await eventually(async () => (await dead.remainingMs()) < 900);
      const writer = await join(name, "write");
      const reading = await reader.got;
      // By now its attempt is worth a stream.
      const before = writer.progress.length;
      await eventually(() => writer.progress.length > before);
      await streams(1);
      const start = performance.now();
      await reading.release();
      await (await writer.got).release();
      expect(performance.now() - start).toBeLessThan(atMost(100));
      await leavesNothing(name);
    });

    it("tell their places", async () => {
      const name = uniqueName();
      const first = await sideOf(name, "write").acquire();
      const waiters = [await join(name, "read"), await join(name, "write"), await join(name, "read")];
      expect(waiters.map(({ progress }) => progress[0]?.position)).toEqual([1, 2, 3]);
      await first.release();
      for (const { got } of waiters) await (await got).release();
      await leavesNothing(name);
    });

    it("a waiting writer holds back later readers, and acquires within one turn of readers who always overlap", async () => {
      const name = uniqueName();
      const first = await sideOf(name, "read").acquire();
      const writer = await join(name, "write");
      const reader = await join(name, "read");
      expect(await sideOf(name, "read").tryAcquire()).toBeNull();
      await first.release();
      const writing = await writer.got;
      expect(await queued(name)).toHaveLength(1);
      await writing.release();
      await (await reader.got).release();
      await leavesNothing(name);
    });

    it("a writer that gives up lets the readers behind it follow those that read", async () => {
      const name = uniqueName();
      const first = await sideOf(name, "read").acquire();
      const leaving = new AbortController();
      const writer = await join(name, "write", { signal: leaving.signal });
      const readers = [await join(name, "read"), await join(name, "read")];
      const start = performance.now();
      leaving.abort();
      await expect(writer.got).rejects.toMatchObject({ code: "ABORTED" });
      for (const { got } of readers) await (await got).release();
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await first.release();
      await leavesNothing(name);
    });

    it("a writer that was refused at its last attempt lets the readers behind it follow", async () => {
      const name = uniqueName();
      const first = await sideOf(name, "read").acquire();
      const writer = await join(name, "write", { waitMs: leaseTime(1_500) });
      const reader = await join(name, "read");
      await expect(writer.got).rejects.toMatchObject({ code: "LOCK_BUSY" });
      const start = performance.now();
      await (await reader.got).release();
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await first.release();
      await leavesNothing(name);
    });

    it("readers follow a writer that goes on reading, not the writers behind them", async () => {
      const name = uniqueName();
      const both = make().fairReadWriteLock(name);
      const writing = await both.writeLock().acquire();
      const reading = await both.readLock().acquire({ owner: writing.owner });
      const [reader, writer] = [await join(name, "read"), await join(name, "write")];
      await writing.release();
      const follower = await reader.got;
      expect(await queued(name)).toHaveLength(1);
      await follower.release();
      await reading.release();
      await (await writer.got).release();
      await leavesNothing(name);
    });

    it("a writer follows a writer whose own read hold has outlived its lease", async () => {
      const name = uniqueName();
      const both = make().fairReadWriteLock(name);
      const writing = await both.writeLock().acquire();
      const reading = await both.readLock().acquire({ owner: writing.owner, leaseMs: leaseTime(1_000) });
      const writer = await join(name, "write");
      await eventually(async () => (await both.readLock().holdCount(writing.owner)) === 0 || reading.signal.aborted);
      const start = performance.now();
      await writing.release();
      await (await writer.got).release();
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await leavesNothing(name);
    });

    it("an owner that reads and asks to write is refused, and keeps no place", async () => {
      const name = uniqueName();
      const both = make().fairReadWriteLock(name);
      const reading = await both.readLock().acquire();
      const asked = both.writeLock().acquire({ owner: reading.owner });
      await expect(asked).rejects.toMatchObject({ code: "UPGRADE_REFUSED" });
      expect(await queued(name)).toEqual([]);
      await reading.release();
      await leavesNothing(name);
    });

    it("are woken by a release by force", async () => {
      const name = uniqueName();
      const write = sideOf(name, "write");
      await write.acquire();
      const waiter = await join(name, "read");
      const start = performance.now();
      expect(await write.forceRelease()).toBe(true);
      await (await waiter.got).release();
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await leavesNothing(name);
    });

    it("are woken whatever the name of the lock, and whatever their labels", async () => {
      for (const odd of ODD_NAMES) {
        const name = odd + uniqueName();
        const first = await sideOf(name, "write").acquire();
        const waiter = await join(name, "write", {}, { label: "a|b\n%s" });
        const start = performance.now();
        await first.release();
        await (await waiter.got).release();
        expect(performance.now() - start).toBeLessThan(SOON_MS);
        await leavesNothing(name);
      }
    });

    it("are woken soon by a release of the lock without a queue, as by one of Redisson's", async () => {
      const name = uniqueName();
      for (const side of ["read", "write"] as const) {
        const plain = make().readWriteLock(name);
        const first = await plain.writeLock().acquire();
        const waiter = await join(name, side);
        const start = performance.now();
        await first.release();
        await (await waiter.got).release();
        expect(performance.now() - start).toBeLessThan(SOON_MS);
      }
      await leavesNothing(name);
    });
  });
}
