// A test may fake one clock and leave the other. A lease would then end in the database, and its holder would not know.
import { InvalidOptionError } from "../../base/errors.ts";
import { stopLooks } from "../../base/timers.ts";

/** Throws INVALID_OPTION naming the clock that is real while the other one is faked, or the timers are. */
export function checkClocks(): void {
  const [isDateFaked, isMonotonicFaked] = [isFakeDate(), isFakeMonotonic()];
  const timers = fakeTimers();
  if (isDateFaked || timers !== undefined) stopLooks();
  if (isDateFaked === isMonotonicFaked && (isDateFaked || timers !== "alone")) return;
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

// Sinon and Bun mark their timers, and that of node:test has another name. "alone": the clocks may be real. The fake
// timers of Bun always fake both clocks.
function fakeTimers(): "alone" | "with clocks" | undefined {
  const { clock, name } = Object(setTimeout);
  if (clock === true) return "with clocks";
  return clock !== undefined || /^bound #/.test(String(name)) ? "alone" : undefined;
}

// Bun's real function is the object's own. Its fake timers fake both clocks, and look like real ones.
function isFakeMonotonic(): boolean {
  const { now } = Object(Object(globalThis).Performance).prototype ?? {};
  return now === undefined ? !/\[native code\]/.test(String(performance.now)) : performance.now !== now;
}
