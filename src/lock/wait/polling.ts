// Waits without messages: an attempt after each pause.
import { sleep } from "../../base/timers.ts";
import { AttemptRate } from "./attempt-rate.ts";
import type { WakeStrategy, WakeStrategyOptions } from "./wait-terms.ts";

const FIRST_BOUND_MS = 50;
// Polling is the waiter's only way to learn of a release, so this is well below the safety poll's default.
const CAP_MS = 1_000;

/** Starts the wait of one call, which no message wakes. */
export function polling({ pollMs, signal }: Pick<WakeStrategyOptions, "pollMs" | "signal">): WakeStrategy {
  // Created by the first wait, because most calls never wait.
  let nextPauseMs: ReturnType<typeof pollBackoff> | undefined;
  return {
    async next({ remainingMs }, leftMs) {
      nextPauseMs ??= pollBackoff(pollMs, Math.random);
      await sleep(Math.min(nextPauseMs(remainingMs), leftMs), signal);
      return undefined;
    },
    end: () => undefined,
  };
}

/**
 * The pauses of a waiter between two attempts when no message wakes it. Pure: numbers in, numbers out. Returns a
 * capped exponential sequence with full jitter ("Exponential Backoff And Jitter", AWS Architecture Blog 2015), so that
 * waiters spread out. The remaining lease seeds it: a short lease needs only short pauses. A pause never goes past the
 * end of the lease, when the lock is certainly free, unless too many attempts came before.
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
  // A proxy that always says "now" must not cause a storm of attempts.
  const rate = new AttemptRate();
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
