// The pauses of a waiter between two attempts when no message wakes it. Pure: numbers in, numbers out.
import { ReplyRate } from "./reply-rate.ts";

const FIRST_BOUND_MS = 50;
// Polling is the waiter's only way to learn of a release, so this is well below the safety poll's default.
const CAP_MS = 1_000;

/**
 * Returns a capped exponential sequence with full jitter ("Exponential Backoff And Jitter", AWS Architecture Blog
 * 2015), so that waiters spread out. The remaining lease seeds it: a short lease needs only short pauses. A pause never
 * goes past the end of the lease, when the lock is certainly free, unless too many attempts came before.
 */
export function pollBackoff(
  pollMs: number,
  random: () => number,
  capMs: number = CAP_MS,
): (remainingMs: number) => number {
  const cap = Math.min(pollMs, capMs);
  let bound = 0;
  // The sum of all pauses.
  let at = 0;
  const rate = new ReplyRate();
  return function nextPause(remainingMs) {
    const seed = remainingMs < 0 ? cap : remainingMs / 100;
    bound = bound === 0 ? Math.max(FIRST_BOUND_MS, Math.min(seed, cap)) : Math.min(bound * 2, cap);
    const jittered = random() * bound;
    // Just after the end, and not for all waiters at the same instant.
    const pauseMs = remainingMs < 0 ? jittered : Math.min(jittered, remainingMs + 1 + random() * 20);
    rate.attempted(at);
    const allowedMs = Math.min(Math.max(pauseMs, rate.nextAt - at), cap);
    at += allowedMs;
    return allowedMs;
  };
}
