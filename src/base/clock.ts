// All clocks are read here. A suspended machine, a paused virtual machine and a frozen function stop the monotonic
// clock, but not the wall clock. Leases in Redis continue meanwhile. So time has passed here when either clock says so.

// The wall clock has jumped forward if it gained more than this on the monotonic clock, and more than this share of the
// time in between. Time servers slew a clock by at most 0.05 %, and a reading of the wall clock is rounded.
const JUMP_MS = 50;
const JUMP_SHARE = 0.001;
// Readings are compared with the same one for so long. If each were compared with the last one, many short stops in a
// row would never count.
const COMPARED_FOR_MS = 60_000;
// If the process is preempted between two readings, the clocks differ although none has jumped.
const PREEMPTED_MS = 5;
const MAX_READINGS = 10;

let sleptMs = 0;
// When the clocks were last found to disagree, as an instant of `nowMs()`.
let disagreedAt = Number.NEGATIVE_INFINITY;
// Since this reading, the wall clock has gained nothing that was counted, and has not fallen behind.
let compared = readBoth();

/**
 * Returns the instant now on the local clock, in ms: the monotonic clock, plus the sum of all forward jumps of the wall
 * clock against it. Never runs back. Ignores a wall clock that is set back.
 */
export function nowMs(): number {
  const monotonic = performance.now();
  const wall = Date.now();
  const passedMs = monotonic - compared.monotonic;
  const gainedMs = wall - compared.wall - passedMs;
  // Nearly always. A preemption between the two readings looks like a jump, and hides none.
  const isUsual = compared.isExact && gainedMs >= 0 && gainedMs <= JUMP_MS && passedMs <= COMPARED_FOR_MS;
  return isUsual ? monotonic + sleptMs : comparedNow();
}

/** Returns the same, and notes what the clocks say of each other. */
function comparedNow(): number {
  const read = readBoth();
  // An inexact reading is not compared: it would shorten every running lease by the time of its preemption.
  if (read.isExact) {
    const passedMs = read.monotonic - compared.monotonic;
    const gainedMs = read.wall - compared.wall - passedMs;
    const isJump = compared.isExact && gainedMs > Math.max(JUMP_MS, JUMP_SHARE * passedMs);
    if (isJump) sleptMs += gainedMs;
    if (isJump || (compared.isExact && gainedMs < -JUMP_MS)) disagreedAt = read.monotonic + sleptMs;
    if (isJump || gainedMs < 0 || passedMs > COMPARED_FOR_MS || !compared.isExact) compared = read;
  }
  return read.monotonic + sleptMs;
}

/**
 * Returns whether the clocks have agreed since this instant of `nowMs()`. If not, more time may have passed than they
 * say: a wall clock that is set back hides a suspension of the machine.
 */
export function clocksAgreeSince(instant: number): boolean {
  nowMs();
  return instant >= disagreedAt;
}

/** Returns the wall clock, in epoch ms: for display, alarms, and times that other machines read. */
export function epochNowMs(): number {
  return Date.now();
}

/** Converts an instant of `nowMs()` to epoch ms of the wall clock. */
export function asEpochMs(instant: number): number {
  return Math.floor(epochNowMs() + instant - nowMs());
}

interface Reading {
  readonly monotonic: number;
  readonly wall: number;
  /** Whether both clocks were read at the same instant. */
  readonly isExact: boolean;
}

/** Reads both clocks at one instant, or says after the last attempt that it did not. */
function readBoth(): Reading {
  let monotonic = performance.now();
  for (let readings = 1; ; readings += 1) {
    const wall = Date.now();
    const after = performance.now();
    const isExact = after - monotonic <= PREEMPTED_MS;
    if (isExact || readings === MAX_READINGS) return { monotonic: after, wall, isExact };
    monotonic = after;
  }
}
