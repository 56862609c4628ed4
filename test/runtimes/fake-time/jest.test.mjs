// On the fake timers of Jest.
import { jest, test } from "@jest/globals";
import { fakeTimeSuite } from "./suite.mjs";

fakeTimeSuite({
  test,
  fake() {
    jest.useFakeTimers();
    return { advance: (ms) => jest.advanceTimersByTimeAsync(ms), end: () => jest.useRealTimers() };
  },
  fakeHalf() {
    jest.useFakeTimers({ doNotFake: ["performance"] });
    return () => jest.useRealTimers();
  },
  real: "performance.now",
  suspends: true,
});
