// The lateness of the event loop, which a judge asks for long after it was measured: at the end of a run, after the
// life of every record.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BEAT_MS, LoopLag } from "./clock.ts";

const RUN_BEATS = 10_000;
let now = 0;

beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function beat(lateMs = 0): void {
  now += BEAT_MS + lateMs;
  vi.advanceTimersByTime(BEAT_MS);
}

it("is known for the whole run", () => {
  const lag = new LoopLag();
  beat();
  const from = now;
  beat(500);
  const to = now;
  for (let beats = 1; beats <= RUN_BEATS; beats += 1) beat();
  expect(lag.within(from, to)).toBe(BEAT_MS + 500);
  expect(lag.within(to, now)).toBe(0);
  expect(lag.worstMs).toBe(500);
  lag.stop();
});
