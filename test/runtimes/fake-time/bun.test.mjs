// On the fake timers of Bun.
import { jest, test } from "bun:test";
import { fakeTimeSuite } from "./suite.mjs";

fakeTimeSuite({
  test,
  fake() {
    jest.useFakeTimers();
    return { advance: (ms) => jest.advanceTimersByTimeAsync(ms), end: () => jest.useRealTimers() };
  },
  fakeHalf() {
    jest.setSystemTime(new Date(0));
    return () => jest.setSystemTime();
  },
  real: "performance.now",
  suspends: true,
});
