// Fake time for node:test, whose own timers leave the monotonic clock real.

import { wholeNumber } from "../../base/validate.ts";
import type { FakeClock } from "./suspend.ts";

/** The members of the context of a test of node:test that `fakeTime` uses. */
export interface NodeTestContext {
  readonly mock: {
    readonly timers: {
      enable(options: { apis: ("setTimeout" | "setInterval" | "Date")[]; now: number }): void;
      tick(ms: number): void;
    };
    method(object: object, name: string, implementation: () => number): unknown;
  };
}

/** The time of a test. */
export interface FakeTime {
  /**
   * Lets time pass, in steps: timers fire in their order, and promises settle between the steps.
   * @param ms how long, in ms: a whole number, 1 or more
   * @throws INVALID_OPTION when `ms` is wrong
   * @example
   * await time.advance(60_000);
   */
  advance(ms: number): Promise<void>;
}

const STEPS = 2_000;
const SHORTEST_STEP_MS = 10;
// A quarter of the shortest lease.
const LONGEST_STEP_MS = 250;

/**
 * Fakes both clocks and the timers for a test of node:test. Their time begins now, and node:test restores them after
 * the test.
 * @param t the context of the test
 * @returns `advance(ms)`: lets time pass
 * @example
 * const time = fakeTime(t);
 * const held = await locks.lock("orders:42").acquire();
 * held.keepAlive(undefined, { maxHoldMs: 7_200_000 });
 * await time.advance(3_600_000);
 */
export function fakeTime(t: NodeTestContext): FakeTime {
  const [wall, monotonic] = [Date.now(), performance.now()];
  // Not faked: it lets promises settle.
  const { setImmediate } = Object(globalThis);
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: wall });
  const tickingNow = Date.now;
  t.mock.method(performance, "now", () => monotonic + (tickingNow() - wall));
  shiftDate(t, tickingNow);
  return {
    async advance(ms) {
      wholeNumber("ms", ms, { from: 1, to: Number.MAX_SAFE_INTEGER });
      const stepMs = Math.min(LONGEST_STEP_MS, Math.max(SHORTEST_STEP_MS, Math.ceil(ms / STEPS)));
      for (let leftMs = ms; leftMs > 0; leftMs -= stepMs) {
        t.mock.timers.tick(Math.min(stepMs, leftMs));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/**
 * Lets the wall clock move without the timers. `setTime` of node:test would make them fire early. node:test puts back
 * the real `Date` after the test.
 */
function shiftDate(t: NodeTestContext, tickingNow: () => number): void {
  let shiftMs = 0;
  const clock: FakeClock = {
    setSystemTime: (epochMs) => {
      shiftMs = epochMs - tickingNow();
    },
  };
  t.mock.method(Date, "now", () => tickingNow() + shiftMs);
  globalThis.Date = new Proxy(Object.assign(Date, { clock }), {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
  });
}
