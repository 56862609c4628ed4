// Redisson's own tests of the fair lock alone; those it shares with the plain lock run for every kind (redisson-
// cases.ts). Where the
// others are:
//   testConcurrency_MultiInstance_Ordering   here "are let in as they came"
//   testLeaseTimeout   here "who never release"
//   testTryLockNonDelayed   here "a waiter that timed out"
//   testNameMapper   here "with a prefix"
//   testAcquireFailedNotCalledOnRedisTimeout
//       faults-fair.ts "leaves the queue when it gives up because no try is answered (W)"
//   test…TimeoutDrift, test…TimeoutDrift_Descrete   node/fair-drift.test.ts
import { describe, expect, it } from "vitest";
import type { LocksOptions, WaitMode } from "../../../src/index.ts";
import { queueKey, queueScoresKey } from "../../../src/keys.ts";
import { eventually } from "../../support/eventually.ts";
import { command, type Endpoint } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

export function redissonFairCases(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: 20_000, ...options });
  const queued = (key: string): Promise<string[]> => command(redis, "LRANGE", queueKey(key), 0, -1);

  /** Each waits before the next one comes. Who got in, in that order, when all have. */
  async function waitInTurn(
    name: string,
    count: number,
    options: { leaseMs?: number; wait?: WaitMode; release: boolean },
  ): Promise<{ inTurn: number[]; all: Promise<unknown> }> {
    const inTurn: number[] = [];
    const waiting: Promise<void>[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const before = (await queued(name)).length + inTurn.length;
      const wait = async (): Promise<void> => {
        const { leaseMs, wait: mode } = options;
        const held = await make().lock(name).acquire({ waitMs: 18_000, leaseMs, wait: mode });
        inTurn.push(nth);
        if (options.release) await held.release();
      };
      waiting.push(wait());
      await eventually(async () => (await queued(name)).length + inTurn.length > before);
    }
    return { inTurn, all: Promise.all(waiting) };
  }

  describe.concurrent("Redisson's cases: waiters of a fair lock", () => {
    it("are let in as they came, whichever client they are of (W)", async () => {
      const name = uniqueName();
      const holder = await make().lock(name).acquire();
      const { inTurn, all } = await waitInTurn(name, 8, { release: true });
      await holder.release();
      await all;
      expect(inTurn).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(await queued(name)).toEqual([]);
    });

    it.each<WaitMode>(["auto", "subscribe"])(
      "are let in as they came by holders who never release, each at the end of the lease before: %s (W)",
      async (wait) => {
        const name = uniqueName();
        const leaseMs = 1_000;
        const start = performance.now();
        await make().lock(name).acquire({ leaseMs });
        const { inTurn, all } = await waitInTurn(name, 5, { leaseMs, wait, release: false });
        await all;
        expect(inTurn).toEqual([0, 1, 2, 3, 4]);
        expect(performance.now() - start).toBeGreaterThan(4.9 * leaseMs);
        // Redisson's: eight leases of a second in 11 s.
        expect(performance.now() - start).toBeLessThan(5 * leaseMs * (11 / 8) + 5_000);
      },
    );

    it("that timed out leave nothing that blocks a single try (W)", async () => {
      const lock = make().lock(uniqueName());
      const holder = await lock.tryAcquire({ waitMs: 0 });
      expect(holder).not.toBeNull();
      expect(await lock.tryAcquire({ waitMs: 200 })).toBeNull();
      expect(await lock.tryAcquire({ waitMs: 0 })).toBeNull();
      expect(await queued(lock.name)).toEqual([]);
      expect(await command(redis, "EXISTS", queueScoresKey(lock.name))).toBe(0);
      await holder?.release();
      const next = await lock.tryAcquire({ waitMs: 0 });
      expect(await next?.release()).toMatchObject({ outcome: "released" });
    });

    it("stand in the queue of the whole name, with the prefix (W)", async () => {
      const prefix = `${uniqueName().replaceAll(":", ".")}:`;
      const lock = make({ prefix }).lock("orders");
      const holder = await lock.acquire();
      const waiting = lock.acquire();
      const [owner = ""] = await eventually(async () => {
        const all = await command<string[]>(redis, "LRANGE", `redisson_lock_queue:{${prefix}orders}`, 0, -1);
        return all.length === 1 ? all : undefined;
      });
      expect(await command(redis, "ZSCORE", `redisson_lock_timeout:{${prefix}orders}`, owner)).not.toBeNull();
      await holder.release();
      const held = await waiting;
      expect(held.owner).toBe(owner);
      expect(await held.release()).toMatchObject({ outcome: "released" });
    });
  });
}
