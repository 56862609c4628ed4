// Redisson's own lock tests of wire format and behaviour that no other contract covers. Redisson's leases of 10 to 30 s
// are shorter here. Each test runs for every kind whose Redisson class has it. The others (same name in each of
// RedissonLockTest, RedissonFairLockTest and RedissonSpinLockTest that has it) are in:
//   testLockUnlock   lock.ts "locks and unlocks, twice with the same object"
//   testIsLocked, testIsLockedOtherThread, testIsHeldByCurrentThread, testIsHeldByCurrentThreadOtherThread,
//       testGetHoldCount
//       lock.ts "reports hold count, holder and lease to every client"
//   testGetHoldCount (2, 1, 0), testReentrancy
//       re-entry.ts "counts the holds of one owner, and frees the lock with the last"
//   testRemainTimeToLive   lock.ts "accepts a lease of an hour exactly, and uses the client's without one"
//   testRemainTimeToLive2   re-entry.ts "keeps an explicit lease at a partial release"
//   testTryLockWait, testTryLockAsyncWaitTime lock.ts "waits no longer than waitMs, and its error says what it met"
//   testTryLockAsyncFailed, testTryLockAsyncSucceed
//       here "a single attempt"
//   testForceUnlock   lock.ts "learns from Redis that the lock was forced open"
//   testExpire   lock.ts "of a dead holder ends after at most one lease"
//   testAutoExpire   the same; lock/hold/crash.test.ts "is freed within one lease when its holder is killed …"
//   testUnlockFail   here "a release without a hold"
//   testRedisFailed   here "a Redis that is away"; lock/hold/redis-away.test.ts kills it
//   testLockIsNotRenewedAfterInterruptedTryLock
//       here "an interrupted wait"
//   testConcurrencyTryLockUnLock   here "keepAlive that several owners start and stop"
//   testConcurrency_SingleInstance   lock.ts "keeps a counter exact among 15 contenders of three clients"
//   testConcurrencyLoop_MultiInstance, testConcurrency_MultiInstance, testMultipleLocks
//       here "a counter"
//   testSubscriptionsPerConnection   waiting/kinds.ts "of several names alternates with others …"
//   testTryLockAsync, testTimedTryLockAsync   here "a wait that meets a release"
//   testLockListener   none: leasehound has no listeners of keyspace events
// RedissonFencedLockTest:
//   testTokenIncrease
//       fenced.ts "rise from holder to holder, however each acquired the lock, with old and new owners"
// RedissonFairLockTest alone: fair/redisson-cases.ts. RedissonNonReentrantLockTest and
// RedissonNonReentrantFairLockTest:
//   testSameThreadReacquireThrows
//       already-held.ts "and %s is refused, however it asks, and one release frees the lock"
//   testCrossInstanceSameThreadReentryThrows
//       already-held.ts "is refused through another lock object, and another client"
//   testContendingThreadBlocksAndAcquiresOnRelease
//       already-held.ts "waits, and gets it with the release, whatever …"
import { describe, expect, it } from "vitest";
import type { LocksOptions } from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_500);
// The longest pause of a polling client, and longer than any client needs to find that a lock is free.
const POLL_MS = 1_000;
const SLACK_MS = atMost(2_000);

export function redissonCases(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const soonMs = kind.polls ? POLL_MS + SLACK_MS : SLACK_MS;

  describe.concurrent("Redisson's cases", () => {
    it("a single attempt is refused while the lock is held, and granted when it is free", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.tryAcquire();
      expect(held).not.toBeNull();
      const start = performance.now();
      expect(await lock.tryAcquire()).toBeNull();
      await expect(lock.acquire({ waitMs: 0 })).rejects.toMatchObject({ code: "LOCK_BUSY", attempts: 1 });
      expect(performance.now() - start).toBeLessThan(SLACK_MS);
      await held?.release();
      expect(await (await lock.tryAcquire())?.release()).toMatchObject({ outcome: "released" });
    });

    it("a release without a hold frees nothing, and reports that", async () => {
      const lock = make().lock(uniqueName());
      const over = await lock.acquire();
      const text = over.serialize();
      await lock.forceRelease();
      await using held = await make({ leaseMs: 20_000 }).lock(lock.name).acquire();
      expect(await over.release()).toEqual({ outcome: "taken", holdCount: 0 });
      expect(await lock.release(text)).toEqual({ outcome: "taken", holdCount: 0 });
      expect(await held.check()).toBe(true);
      expect(await lock.isHeldBy(held.owner)).toBe(true);
    });

    itWaits("a late release of an ended lease, without a next holder, is not an error", async () => {
      const lock = make().lock(uniqueName());
      const over = await lock.acquire();
      await eventually(async () => !(await lock.isLocked()), 3 * LEASE_MS);
      expect(await over.release()).toEqual({ outcome: "expired", holdCount: 0 });
      expect(await lock.isLocked()).toBe(false);
    });

    it("a Redis that is away causes its own error, not a busy lock", async () => {
      const lock = make({ redis: { url: "http://127.0.0.1:1", token: "none" } }).lock(uniqueName());
      const away = { code: expect.stringMatching(/^(REDIS_UNREACHABLE|OUTCOME_UNKNOWN)$/) };
      await expect(lock.tryAcquire({ waitMs: 200, leaseMs: leaseTime(1_000) })).rejects.toMatchObject(away);
    });

    itWaits("an interrupted wait leaves neither a lock nor a renewal behind", async () => {
      const lock = make().lock(uniqueName());
      const holder = await make().lock(lock.name).acquire();
      const stop = new AbortController();
      let isWaiting = false;
      const options = { waitMs: 10_000, signal: stop.signal, context: new BackgroundWork() };
      const waiting = lock.withLock(() => sleep(10_000), { ...options, onWait: () => (isWaiting = true) });
      const interrupted = rejection(waiting);
      await eventually(() => isWaiting);
      // It may be granted and interrupted at the same moment.
      const released = holder.release();
      stop.abort();
      expect(await interrupted).toMatchObject({ code: "ABORTED" });
      await released;
      await eventually(async () => !(await lock.isLocked()), 2 * LEASE_MS);
      await sleep(LEASE_MS / 2);
      expect(await lock.isLocked()).toBe(false);
    });

    it("keepAlive that several owners start and stop many times ends with its release each time, and loses nothing (C)", async () => {
      const name = uniqueName();
      const ends: string[] = [];
      const task = async (): Promise<void> => {
        const lock = make().lock(name);
        for (let round = 0; round < 8; round += 1) {
          const held = await lock.tryAcquire();
          if (held === null) continue;
          const kept = held.keepAlive(new BackgroundWork());
          expect(await held.release()).toMatchObject({ outcome: "released" });
          ends.push((await kept.ended).reason);
        }
      };
      await Promise.all(Array.from({ length: 8 }, task));
      expect(new Set(ends)).toEqual(new Set(["released"]));
      expect(await make().lock(name).isLocked()).toBe(false);
    });

    it.each([
      ["16 clients, once each", 16, 1],
      ["4 clients, over and over", 4, 5],
    ])("a counter stays exact: %s (C)", async (_, clients, rounds) => {
      const name = uniqueName();
      let counter = 0;
      const client = async (): Promise<void> => {
        const lock = make({ leaseMs: leaseTime(10_000), waitMs: 18_000 }).lock(name);
        for (let round = 0; round < rounds; round += 1) {
          await using _held = await lock.acquire();
          const seen = counter;
          await sleep(10);
          counter = seen + 1;
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      expect(counter).toBe(clients * rounds);
    });

    it("a wait that meets a release soon ends, with the lease it asked for", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const holder = await lock.acquire();
      let isIn = false;
      const waiting = lock.tryAcquire({ waitMs: 10_000, leaseMs: 30_000 });
      waiting.then(() => (isIn = true));
      await sleep(500);
      expect(isIn).toBe(false);
      const start = performance.now();
      await holder.release();
      const held = await waiting;
      expect(performance.now() - start).toBeLessThan(soonMs);
      expect(held?.leaseMs).toBe(30_000);
      // A lock that was granted by a message has a short lease for a moment.
      await eventually(async () => (await lock.remainingMs()) > 30_000 - leaseTime(2_000));
      await held?.release();
    });
  });
}
