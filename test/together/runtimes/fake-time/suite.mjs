// What `leasehound/testing` does on fake time, for any runner. It runs as a user writes it: plain JavaScript, and the
// package as it is published.
import assert from "node:assert/strict";
import { createTestLocks, simulate, testWatchdog } from "leasehound/testing";

const DAY_MS = 86_400_000;
// A second on an idle machine. Some runners fake every clock, but none fakes the time of the processor.
const MOST_MS = 10_000;

/**
 * @typedef {object} Runner
 * @property {(title: string, run: (t: unknown) => Promise<void>) => void} test
 * @property {(t: unknown) => Time} fake fakes both clocks and the timers
 * @property {Half} [half] undefined: its clocks cannot be told from real ones
 * @property {(ms: number) => void} [suspend] suspends this machine, if `redis.suspend` cannot
 *
 * @typedef {object} Half
 * @property {(t: unknown) => (() => void) | undefined} fake fakes one clock. Returns what puts it back
 * @property {string} real the clock that it leaves real
 *
 * @typedef {object} Time
 * @property {(ms: number) => Promise<void>} advance
 * @property {() => void} end
 */

/** Registers the suite. @param {Runner} runner */
export function fakeTimeSuite({ test, fake, half, suspend }) {
  /** Registers a test on fake time. */
  const timed = (title, run) =>
    test(title, async (t) => {
      const time = fake(t);
      try {
        await run(time);
      } finally {
        time.end();
      }
    });

  timed("a day of keepAlive passes at once", async ({ advance }) => {
    const before = process.cpuUsage();
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    held.keepAlive(undefined, { maxHoldMs: 2 * DAY_MS });
    await advance(DAY_MS);
    assert.equal(held.signal.aborted, false);
    assert.equal(await locks.redis.locks().lock("a").tryAcquire(), null);
    assert.equal((await held.release()).outcome, "released");
    const { user, system } = process.cpuUsage(before);
    const tookMs = Math.round((user + system) / 1_000);
    console.log(`a day took ${tookMs} ms of the processor`);
    assert.ok(tookMs < MOST_MS);
  });

  timed("a lease ends in time", async ({ advance }) => {
    const locks = createTestLocks({ leaseMs: 30_000 });
    const held = await locks.lock("a").acquire();
    await advance(29_000);
    assert.equal(await locks.lock("a").isLocked(), true);
    await advance(2_000);
    assert.equal(await locks.lock("a").isLocked(), false);
    assert.equal(held.signal.aborted, true);
  });

  timed("a waiter is woken, and a fair queue is served in order", async ({ advance }) => {
    const locks = createTestLocks();
    const held = await locks.fairLock("a").acquire();
    const order = [];
    const waits = [];
    for (const nth of [1, 2, 3]) {
      const lock = locks.redis.locks().fairLock("a");
      waits.push(lock.withLock(async () => void order.push(nth), { waitMs: 60_000 }));
      await advance(20);
    }
    await held.release();
    await advance(1_000);
    await Promise.all(waits);
    assert.deepEqual(order, [1, 2, 3]);
  });

  timed("a hand-off is kept for half an hour, and then ends", async ({ advance }) => {
    const { redis } = createTestLocks();
    const lock = redis.locks({ watchdog: testWatchdog(redis) }).lock("a");
    const held = await lock.acquire();
    const text = held.serialize();
    await held.handOff({ maxHoldMs: 1_800_000 });
    await advance(1_790_000);
    assert.equal((await lock.handOffStatus(text)).state, "kept");
    await advance(11_000);
    assert.equal((await lock.handOffStatus(text)).state, "expired");
  });

  timed("a suspended machine finds the end of a lease at its first look", async () => {
    const { redis } = createTestLocks({ leaseMs: 30_000 });
    const held = await redis.locks().lock("a").acquire();
    if (suspend) assert.throws(() => redis.suspend(60_000), { code: "INVALID_OPTION", option: "suspend" });
    (suspend ?? ((ms) => redis.suspend(ms)))(60_000);
    assert.equal(held.signal.aborted, true);
    assert.notEqual(await redis.locks().lock("a").tryAcquire(), null);
  });

  if (half) {
    test(`a clock that is faked alone is refused, with the cure: ${half.real} is real`, async (t) => {
      const end = half.fake(t);
      try {
        await assert.rejects(createTestLocks().lock("a").acquire(), { code: "INVALID_OPTION", option: half.real });
      } finally {
        end?.();
      }
    });
  }

  test("a simulation tells a plan that is not safe, leaves alone one that is, and puts everything back", async () => {
    const before = [globalThis.Date, globalThis.setTimeout, performance.now];
    const tried = (refresh) =>
      simulate({
        runs: 20,
        store: { refreshes: 0 },
        program: ({ locks, store }) =>
          locks.fencedLock("token").withLock(async ({ fencingToken }) => {
            const refreshes = await store.get("refreshes", fencingToken);
            await refresh(refreshes, () => store.set("refreshes", refreshes + 1, fencingToken));
          }),
        invariant: ({ store }) => store.get("refreshes") <= 1,
      });
    await assert.rejects(
      tried((_, write) => write()),
      { code: "PLAN_FAILED", reason: "invariant", faults: [], seed: 1, run: 1 },
    );
    const { runs, hash } = await tried(async (refreshes, write) => refreshes === 0 && write());
    assert.equal(runs, 20);
    console.log(`a simulation took the course ${hash}`);
    assert.deepEqual([globalThis.Date, globalThis.setTimeout, performance.now], before);
  });

  test("time that is not faked is real", async () => {
    const held = await createTestLocks().lock("a").acquire();
    assert.equal((await held.release()).outcome, "released");
  });
}
