// The only look at the wall clock: for people to read. It jumps, and decides nothing.

/** An instant of the monotonic clock as epoch ms, by the local wall clock. */
export function asEpochMs(instant: number): number {
  return Math.floor(Date.now() + instant - performance.now());
}
