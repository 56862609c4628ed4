// A test may fake one clock and leave the other. A lease would then end in the database, and its holder would not know.
import { InvalidOptionError } from "../../base/errors.ts";
import { stopLooks } from "../../base/timers.ts";

/** Throws INVALID_OPTION naming the clock that is real while the other one is faked. */
export function checkClocks(): void {
  const [isDateFaked, isMonotonicFaked] = [isFakeDate(), isFakeMonotonic()];
  if (isDateFaked || areFakeTimers()) stopLooks();
  if (isDateFaked === isMonotonicFaked) return;
  const [real, faked] = isDateFaked ? ["performance.now", "Date"] : ["Date", "performance.now"];
  throw new InvalidOptionError(
    real,
    `is real, but ${faked} is faked: fake both, with vi.useFakeTimers({ toFake: [..., "Date", "performance"] }), or with fakeTime(t) of leasehound/testing in node:test`,
  );
}

// Vitest, Jest and Sinon mark their Date, and that of node:test has another name.
function isFakeDate(): boolean {
  const { isMock, isFake, clock } = Object(Date);
  return isMock !== undefined || isFake !== undefined || clock !== undefined || Date.name !== "Date";
}

// Sinon and Bun mark their timers.
function areFakeTimers(): boolean {
  return Object(setTimeout).clock !== undefined;
}

// Bun's real function is the object's own. Its fake timers fake both clocks, and look like real ones.
function isFakeMonotonic(): boolean {
  const { now } = Object(Object(globalThis).Performance).prototype ?? {};
  return now === undefined ? !/\[native code\]/.test(String(performance.now)) : performance.now !== now;
}
