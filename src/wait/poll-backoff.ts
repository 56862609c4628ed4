// How long a waiter pauses between two tries when nothing wakes it. Pure: numbers in, numbers out.

const FIRST_BOUND_MS = 50;
// A waiter's own polling is its only way to learn of a release, so it stays well below the safety poll's default.
const CAP_MS = 1_000;

/**
 * A capped exponential sequence with full jitter ("Exponential Backoff And Jitter", AWS Architecture Blog 2015), so
 * that waiters spread out instead of coming back together. The lease that the refusal told seeds it: nobody keeps a
 * short lease waited for long, and a pause never sleeps past the end of the lease, when the lock is free for sure.
 */
export function pollBackoff(
  pollMs: number,
  random: () => number,
  capMs: number = CAP_MS,
): (remainingMs: number) => number {
  const cap = Math.min(pollMs, capMs);
  let bound = 0;
  return function nextPause(remainingMs) {
    const seed = remainingMs < 0 ? cap : remainingMs / 100;
    bound = bound === 0 ? Math.max(FIRST_BOUND_MS, Math.min(seed, cap)) : Math.min(bound * 2, cap);
    const jittered = random() * bound;
    // Just after the end, and not all at the same instant.
    return remainingMs < 0 ? jittered : Math.min(jittered, remainingMs + 1 + random() * 20);
  };
}
