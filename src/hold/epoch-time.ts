// The only use of the wall clock, for display: it may jump, so no decision depends on it.

/** Converts an instant of the monotonic clock to epoch ms of the local wall clock. */
export function asEpochMs(instant: number): number {
  return Math.floor(Date.now() + instant - performance.now());
}
