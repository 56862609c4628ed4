// Run by node:test, from test-locks.test.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestLocks, fakeTime } from "leasehound/testing";

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
