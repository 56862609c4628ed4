// Locks of every kind through a port to an engine in this process, in real time and on fake timers.
import { afterEach, describe, expect, it, vi } from "vitest";
import { Engine } from "../../src/engine/engine.ts";
import { engineTransport } from "../../src/engine/transport.ts";
import { createLocks, type Locks } from "../../src/index.ts";
import { scriptPort } from "../../src/lock/redis/script-port.ts";
import { sleeper } from "../support/waiting.ts";

/** Returns a new database, and clients of it that act as different processes. A poll would come after each wait. */
function database(): { engine: Engine; client: () => Locks } {
  const engine = new Engine();
  return {
    engine,
    client: () => createLocks({ redis: scriptPort(engineTransport(engine)), leaseMs: 30_000, pollMs: 60_000 }),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("locks of an engine", () => {
  it("acquire, refuse and release", async () => {
    const { client } = database();
    const [one, two] = [client(), client()];
    const held = await one.lock("a").acquire();
    expect(await two.lock("a").tryAcquire()).toBeNull();
    await expect(two.lock("a").acquire({ waitMs: 0 })).rejects.toMatchObject({ code: "LOCK_BUSY" });
    expect((await held.release()).outcome).toBe("released");
    expect(await two.lock("a").isLocked()).toBe(false);
  });

  it.each(["lock", "fairLock", "fencedLock"] as const)(
    "wake a waiter of another client by a release: %s",
    async (kind) => {
      const { client } = database();
      const held = await client()[kind]("a").acquire();
      const { got, isOver } = await sleeper((options) =>
        client()
          [kind]("a")
          .acquire({ ...options, waitMs: 20_000 }),
      );
      expect(isOver()).toBe(false);
      await held.release();
      await (await got).release();
    },
  );

  it("grant a fair lock in the order of the callers", async () => {
    const { client } = database();
    const held = await client().fairLock("a").acquire();
    const order: number[] = [];
    const waiters: Promise<void>[] = [];
    for (const nth of [1, 2, 3, 4]) {
      const { got } = await sleeper((options) =>
        client()
          .fairLock("a")
          .acquire({ ...options, waitMs: 20_000 }),
      );
      waiters.push(
        got.then(async (lock) => {
          order.push(nth);
          await lock.release();
        }),
      );
    }
    await held.release();
    await Promise.all(waiters);
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it("give rising tokens, count permits and latches, and share a read lock", async () => {
    const { client } = database();
    const [one, two] = [client(), client()];
    const tokens: string[] = [];
    for (const locks of [one, two]) {
      const held = await locks.fencedLock("f").acquire();
      tokens.push(String(held.fencingToken));
      await held.release();
    }
    expect(BigInt(tokens[1] ?? 0)).toBeGreaterThan(BigInt(tokens[0] ?? 0));
    const semaphore = one.semaphore("s");
    await semaphore.trySetPermits(2);
    expect(await semaphore.tryAcquire(2)).toBe(true);
    expect(await two.semaphore("s").tryAcquire()).toBe(false);
    const latch = one.countDownLatch("l");
    await latch.trySetCount(1);
    const opened = two.countDownLatch("l").wait({ waitMs: 20_000 });
    await latch.countDown();
    await opened;
    expect(await latch.count()).toBe(0);
    const reads = [
      await one.readWriteLock("r").readLock().acquire(),
      await two.readWriteLock("r").readLock().acquire(),
    ];
    expect(await two.readWriteLock("r").writeLock().tryAcquire()).toBeNull();
    for (const read of reads) await read.release();
  });

  it("inspect and list", async () => {
    const { client } = database();
    const locks = client();
    await using _held = await locks.lock("orders:1").acquire();
    await using _other = await locks.fairLock("orders:2").acquire();
    expect(await locks.lock("orders:1").inspect()).toMatchObject({ holders: [{ holds: 1 }] });
    const { locks: listed } = await locks.list({ match: "orders:*" });
    expect(listed.map(({ name }) => name).sort()).toEqual(["orders:1", "orders:2"]);
  });

  it("are refused for a key of another type, and when memory is full", async () => {
    const { engine, client } = database();
    engine.command(["SET", "lock:a", "text"]);
    await expect(client().lock("a").acquire()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
    engine.isFull = true;
    await expect(client().lock("b").acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE", redisCode: "OOM" });
    engine.isFull = false;
    await (await client().lock("b").acquire()).release();
  });
});

describe("locks of an engine, on fake timers", () => {
  it("expire, renew for an hour, and wake a waiter at the end of a lease", async () => {
    vi.useFakeTimers();
    const { client } = database();
    await client().lock("a").acquire({ leaseMs: 10_000 });
    expect(await client().lock("a").tryAcquire()).toBeNull();
    await vi.advanceTimersByTimeAsync(10_001);
    const kept = await client().lock("a").acquire();
    kept.keepAlive(undefined, { maxHoldMs: 7_200_000 });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await client().lock("a").tryAcquire()).toBeNull();
    expect((await kept.release()).outcome).toBe("released");
  });
});
