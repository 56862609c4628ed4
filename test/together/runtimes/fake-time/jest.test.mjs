// On the fake timers of Jest.
import { jest, test } from "@jest/globals";
import { fakeTimeSuite } from "./suite.mjs";

fakeTimeSuite({
  // A function with a parameter would have to call it.
  test: (title, run) => test(title, () => run(), 60_000),
  fake() {
    jest.useFakeTimers();
    return { advance: (ms) => jest.advanceTimersByTimeAsync(ms), end: () => jest.useRealTimers() };
  },
  half: {
    fake() {
      jest.useFakeTimers({ doNotFake: ["performance"] });
      return () => jest.useRealTimers();
    },
    real: "performance.now",
  },
});
