// How long the requests of one acquire may take.
import { nowMs } from "../../base/clock.ts";
import { msUntil } from "../../base/timers.ts";

const LATEST_TRY_BEYOND_LEASE_MS = 30_000;

export interface AttemptBudget {
  /** The end of the wait, on the local clock. */
  readonly endAt: number;
  /** The longest time for one attempt, ms. */
  readonly timeoutMs: number;
}

/** Returns how long the caller still waits, ms; 0: its wait has ended. */
export function leftMs({ endAt }: Pick<AttemptBudget, "endAt">): number {
  return msUntil(endAt);
}

/**
 * Returns for how long another request of this call may begin, ms; below 0: none may. A request after the end of the
 * wait has half of an attempt's time, so that the call exceeds its wait by no more than one attempt and the cancel.
 */
export function beginsForMs({ endAt, timeoutMs }: AttemptBudget): number {
  return endAt + timeoutMs / 2 - nowMs();
}

/** Returns the limits of the next attempt, and of its repetitions. */
export function nextTry(
  budget: AttemptBudget,
  leaseMs: number,
): { readonly timeoutMs: number; readonly budgetMs: number } {
  const { endAt, timeoutMs } = budget;
  const tryMs = Math.min(timeoutMs, Math.max(timeoutMs / 2, timeoutMs + endAt - nowMs()));
  // Redis remembers a hold for its lease and a minute. The last attempt begins 30 s before that, however long a server
  // asks to wait.
  return {
    timeoutMs: tryMs,
    budgetMs: Math.max(tryMs, Math.min(leftMs(budget), leaseMs + LATEST_TRY_BEYOND_LEASE_MS)),
  };
}
