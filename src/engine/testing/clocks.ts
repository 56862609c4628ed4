// A test may fake one clock and leave the other. A lease would then end in the database, and its holder would not know.
import { InvalidOptionError } from "../../base/errors.ts";
import { areTimersFaked, stopLooks } from "../../base/timers.ts";

/** Throws INVALID_OPTION naming the clock that is real while the other one is faked, or the timers are. */
export function checkClocks(): void {
  const [isDateFaked, isMonotonicFaked] = [isFakeDate(), isFakeMonotonic()];
  const hasFakeTimers = areTimersFaked();
  if (isDateFaked || hasFakeTimers) stopLooks();
  // Bun's fake timers fake both clocks, which look like real ones.
  const areBothFaked = Object(setTimeout).clock === true || (isDateFaked && isMonotonicFaked);
  if (areBothFaked || !(isDateFaked || isMonotonicFaked || hasFakeTimers)) return;
  const real = isDateFaked ? "performance.now" : "Date";
  const faked = isDateFaked ? "Date" : isMonotonicFaked ? "performance.now" : "setTimeout";
  throw new InvalidOptionError(
    real,
    `is real, but ${faked} is faked: fake both clocks, with vi.useFakeTimers({ toFake: [..., "Date", "performance"] }), or with fakeTime(t) of leasehound/testing in node:test`,
  );
}

// Vitest, Jest and Sinon mark their Date, and that of node:test has another name.
function isFakeDate(): boolean {
  const { isMock, isFake, clock } = Object(Date);
  return isMock !== undefined || isFake !== undefined || clock !== undefined || Date.name !== "Date";
}

// Bun's real function is the object's own.
function isFakeMonotonic(): boolean {
  const { now } = Object(Object(globalThis).Performance).prototype ?? {};
  return now === undefined ? !/\[native code\]/.test(String(performance.now)) : performance.now !== now;
}
