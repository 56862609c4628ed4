// Redisson's own tests of the fair lock alone. Those that it shares with the plain lock run for every kind
//  (lock/redisson-cases.ts). The others are in:
//    testConcurrency_MultiInstance_Ordering   here "get in as they came"
//    testLeaseTimeout   here "without a release"
//    testTryLockNonDelayed   here "that timed out"
//    testNameMapper   here "with the prefix"
//    testAcquireFailedNotCalledOnRedisTimeout
//        faults/locks.ts "start of a wait for a fair lock", with faults/columns.ts "no reply"
//    test…TimeoutDrift, test…TimeoutDrift_Descrete   lock/lua/fair-drift.test.ts
import { describe, expect, it } from "vitest";
import type { LocksOptions, WaitMode } from "../../../../src/index.ts";
import { queueKey, queueScoresKey } from "../../../../src/lock/keys.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

export function redissonFairCases(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: 20_000, ...options });
  const queued = (key: string): Promise<string[]> => command(redis, "LRANGE", queueKey(key), 0, -1);

  /** Queues `count` waiters one after the other. `inTurn` has those that got in, in that order. */
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
        const held = await make()
          .lock(name)
          .acquire({ waitMs: leaseTime(18_000), leaseMs, wait: mode });
        inTurn.push(nth);
        if (options.release) await held.release();
      };
      waiting.push(wait());
      await eventually(async () => (await queued(name)).length + inTurn.length > before);
    }
    return { inTurn, all: Promise.all(waiting) };
  }

  describe.concurrent("Redisson's cases: waiters of a fair lock", () => {
    it("get in as they came, whichever client they belong to", async () => {
      const name = uniqueName();
      const holder = await make().lock(name).acquire();
      const { inTurn, all } = await waitInTurn(name, 8, { release: true });
      await holder.release();
      await all;
      expect(inTurn).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(await queued(name)).toEqual([]);
    });

    itWaits.each<WaitMode>(["auto", "subscribe"])(
      "get in as they came without a release, each at the end of the previous lease: %s",
      async (wait) => {
        const name = uniqueName();
        const leaseMs = leaseTime(1_000);
        const start = performance.now();
        await make().lock(name).acquire({ leaseMs });
        const { inTurn, all } = await waitInTurn(name, 5, { leaseMs, wait, release: false });
        await all;
        expect(inTurn).toEqual([0, 1, 2, 3, 4]);
        expect(performance.now() - start).toBeGreaterThan(4.9 * leaseMs);
        // Redisson's bound: eight leases of a second in 11 s.
        expect(performance.now() - start).toBeLessThan(5 * leaseMs * (11 / 8) + atMost(5_000));
      },
    );

    it("that timed out do not block a single attempt", async () => {
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

    it("are in the queue of the whole name, with the prefix", async () => {
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
