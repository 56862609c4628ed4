// On the fake timers of Vitest.
import { test, vi } from "vitest";
import { fakeTimeSuite } from "./suite.mjs";

fakeTimeSuite({
  // A function with a parameter would have to call it.
  test: (title, run) => test(title, () => run(), 60_000),
  fake() {
    vi.useFakeTimers();
    return { advance: (ms) => vi.advanceTimersByTimeAsync(ms), end: () => vi.useRealTimers() };
  },
  half: {
    fake() {
      vi.useFakeTimers({ toFake: ["performance"] });
      return () => vi.useRealTimers();
    },
    real: "Date",
  },
});
