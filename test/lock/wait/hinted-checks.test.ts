// Messages that a hold has ended, which anybody who may publish can write: how often its holder asks.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HintedChecks } from "../../../src/lock/wait/hinted-checks.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `outcomes`: of the checks in turn; then all are answered. */
function hinted(...outcomes: readonly (() => Promise<unknown>)[]) {
  let [asked, isHeld] = [0, true];
  const check = (): Promise<unknown> => {
    asked += 1;
    return outcomes[asked - 1]?.() ?? Promise.resolve();
  };
  const checks = new HintedChecks(check, () => isHeld);
  const end = (): void => {
    isHeld = false;
  };
  return { checks, end, asked: () => asked };
}

it("ask at once", () => {
  const { checks, asked } = hinted();
  checks.hint();
  expect(asked()).toBe(1);
});

it("cost one check a second at most, however many come", async () => {
  const { checks, asked } = hinted();
  for (let ms = 0; ms < 10_000; ms += 10) {
    checks.hint();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(asked()).toBeLessThanOrEqual(11);
  expect(asked()).toBeGreaterThanOrEqual(9);
});

it("that come during a check cause another one", async () => {
  let answer = (_: unknown): void => {};
  const { checks, asked } = hinted(() => new Promise((resolve) => (answer = resolve)));
  checks.hint();
  checks.hint();
  answer(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked()).toBe(2);
});

it("are asked again about when a check is not answered", async () => {
  const { checks, asked } = hinted(
    () => Promise.reject(new Error("away")),
    () => Promise.reject(new Error("away")),
  );
  checks.hint();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(3);
});

it("ask nothing once the hold has ended", async () => {
  const { checks, end, asked } = hinted(() => Promise.reject(new Error("away")));
  checks.hint();
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  checks.hint();
  expect(asked()).toBe(1);
});
