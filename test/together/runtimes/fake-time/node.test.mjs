// On the fake timers of node:test.
import { test } from "node:test";
import { fakeTime } from "leasehound/testing";
import { fakeTimeSuite } from "./suite.mjs";

fakeTimeSuite({
  test,
  fake(t) {
    const { advance } = fakeTime(t);
    return { advance, end() {} };
  },
  half: {
    fake(t) {
      t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
      return () => t.mock.timers.reset();
    },
    real: "performance.now",
  },
});
