// The time that a wait has left, after timers that fire early.
import { expect, it } from "vitest";
import { nowMs } from "../../src/base/clock.ts";
import { msUntil, sleep } from "../../src/base/timers.ts";

it("is 0 after a sleep until the instant, although timers fire up to a millisecond early", async () => {
  const sleeps = Array.from({ length: 200 }, async (_, at) => {
    const end = nowMs() + 5 + at / 7;
    await sleep(msUntil(end));
    return msUntil(end);
  });
  expect(await Promise.all(sleeps)).toEqual(Array.from({ length: 200 }, () => 0));
});

it("is 0 after the instant", () => {
  expect(msUntil(nowMs() - 5)).toBe(0);
});

it("is the whole time before", () => {
  expect(msUntil(nowMs() + 3_600_000)).toBeGreaterThan(3_000_000);
});
