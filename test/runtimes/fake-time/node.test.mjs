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
  fakeHalf: (t) => void t.mock.timers.enable({ apis: ["setTimeout", "Date"] }),
  real: "performance.now",
  suspends: true,
});
