// Suspends the machine of a test. Its wall clock then moves on, and its monotonic clock and timers stand still: fake
// clocks can do that, and real ones cannot.
import { nowMs } from "../../base/clock.ts";
import { InvalidOptionError } from "../../base/errors.ts";
import { resume, unrefTimer } from "../../base/timers.ts";
import { checkClocks } from "./clocks.ts";

/** A process notices within this time that it was suspended. */
const NOTICED_MS = 900;

/** A fake clock, which `Date` has as its `clock`: Sinon's, in Vitest and Jest, and that of `fakeTime`. */
export interface FakeClock {
  /** Sets the wall clock alone. Timers fire as late as they would have. */
  setSystemTime(epochMs: number): void;
}

/** Throws INVALID_OPTION when no fake clock is installed that can do it, or only one clock is fake. */
export function suspendMachine(ms: number): void {
  checkClocks();
  const clock: unknown = Object(Date).clock;
  if (!isFakeClock(clock)) {
    throw new InvalidOptionError(
      "suspend",
      "needs fake time: vi.useFakeTimers(), jest.useFakeTimers(), or fakeTime(t) of leasehound/testing in node:test",
    );
  }
  // The jump is seen against this reading.
  nowMs();
  clock.setSystemTime(Date.now() + ms);
  unrefTimer(resume, NOTICED_MS);
}

function isFakeClock(clock: unknown): clock is FakeClock {
  return typeof Object(clock).setSystemTime === "function";
}
