// On the fake timers of Vitest.
import { test, vi } from "vitest";
import { fakeTimeSuite } from "./suite.mjs";

fakeTimeSuite({
  test,
  fake() {
    vi.useFakeTimers();
    return { advance: (ms) => vi.advanceTimersByTimeAsync(ms), end: () => vi.useRealTimers() };
  },
  fakeHalf() {
    vi.useFakeTimers({ toFake: ["performance"] });
    return () => vi.useRealTimers();
  },
  real: "Date",
  suspends: true,
});
