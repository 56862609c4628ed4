// Run by node:test, from test-locks.test.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestLocks, fakeTime, testWatchdog } from "leasehound/testing";

test("an hour of keepAlive passes at once", async (t) => {
  const time = fakeTime(t);
  const locks = createTestLocks();
  const held = await locks.lock("a").acquire();
  held.keepAlive(undefined, { maxHoldMs: 7_200_000 });
  await time.advance(3_600_000);
  assert.equal(held.signal.aborted, false);
  assert.equal(await locks.redis.locks().lock("a").isLocked(), true);
  assert.equal((await held.release()).outcome, "released");
});

test("the timers of node:test alone are refused, with the cure", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  await assert.rejects(createTestLocks().lock("a").acquire(), { code: "INVALID_OPTION", option: "performance.now" });
});

test("a suspended machine finds the end of a lease at its first look, and its timers are late", async (t) => {
  const time = fakeTime(t);
  const locks = createTestLocks({ leaseMs: 30_000 });
  const held = await locks.lock("a").acquire();
  let fired = 0;
  setTimeout(() => {
    fired += 1;
  }, 5_000);
  const [wall, monotonic] = [Date.now(), performance.now()];
  locks.redis.suspend(60_000);
  const date = new Date();
  assert.deepEqual([Date.now() - wall, date.getTime() - wall, performance.now() - monotonic], [60_000, 60_000, 0]);
  assert.equal(held.signal.aborted, true);
  assert.equal(await locks.redis.locks().lock("a").isLocked(), false);
  await time.advance(4_000);
  assert.equal(fired, 0);
  await time.advance(1_000);
  assert.equal(fired, 1);
});

test("a hand-off is kept for half an hour, and then ends", async (t) => {
  const time = fakeTime(t);
  const { redis } = createTestLocks();
  const locks = redis.locks({ watchdog: testWatchdog(redis) });
  const held = await locks.lock("a").acquire();
  const text = held.serialize();
  await held.handOff({ maxHoldMs: 1_800_000 });
  await time.advance(1_790_000);
  assert.equal((await locks.lock("a").handOffStatus(text)).state, "kept");
  await time.advance(11_000);
  assert.equal((await locks.lock("a").handOffStatus(text)).state, "expired");
});
