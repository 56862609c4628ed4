// What `leasehound/testing` does on fake time, for any runner. It runs as a user writes it: plain JavaScript, and the
// package as it is published.
import assert from "node:assert/strict";
import { createTestLocks, testWatchdog } from "leasehound/testing";

const DAY_MS = 86_400_000;

/**
 * @typedef {object} Runner
 * @property {(title: string, run: (t: unknown) => Promise<void>) => void} test
 * @property {(t: unknown) => Time} fake fakes both clocks and the timers
 * @property {(t: unknown) => (() => void) | undefined} fakeHalf fakes one clock. Returns what puts it back; undefined:
 * the runner cannot fake one alone
 * @property {string} real the clock that it leaves real
 * @property {boolean} suspends whether its fake clock can be set without its timers
 *
 * @typedef {object} Time
 * @property {(ms: number) => Promise<void>} advance
 * @property {() => void} end
 */

/** Registers the suite. @param {Runner} runner */
export function fakeTimeSuite({ test, fake, fakeHalf, real, suspends }) {
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

  timed("a day of keepAlive takes less than a second", async ({ advance }) => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    held.keepAlive(undefined, { maxHoldMs: 2 * DAY_MS });
    await advance(DAY_MS);
    assert.equal(held.signal.aborted, false);
    assert.equal(await locks.redis.locks().lock("a").tryAcquire(), null);
    assert.equal((await held.release()).outcome, "released");
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

  timed(
    suspends ? "a suspended machine finds the end of a lease at its first look" : "suspend is refused, with the cure",
    async () => {
      const { redis } = createTestLocks({ leaseMs: 30_000 });
      const held = await redis.locks().lock("a").acquire();
      if (suspends) {
        redis.suspend(60_000);
        assert.equal(held.signal.aborted, true);
      } else assert.throws(() => redis.suspend(60_000), { code: "INVALID_OPTION", option: "suspend" });
    },
  );

  test(`a clock that is faked alone is refused, with the cure: ${real} is real`, async (t) => {
    const end = fakeHalf(t);
    try {
      await assert.rejects(createTestLocks().lock("a").acquire(), { code: "INVALID_OPTION", option: real });
    } finally {
      end?.();
    }
  });
}
