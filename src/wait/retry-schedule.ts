// When a waiter tries though nobody has woken it. Waiters who all have the same chance share one: of those, one tries
// for all.
import type { Refusal } from "./acquire-loop.ts";

// The one that was woken may have been cut: if no try was answered since, another tries.
export const WOKEN_TRY_MS = 1_000;
const LOOK_AGAIN_MS = 1_000;
const FREE = -2;

/** Instants are on the monotonic clock. */
export class RetrySchedule {
  // Waiters that came at once drift apart; more would cost more tries.
  readonly #pollShare = 0.97 + 0.03 * Math.random();
  #triedAt = Number.NEGATIVE_INFINITY;
  /** When the lock may be free though no message was sent, as it was told last. */
  #freeAt = Number.POSITIVE_INFINITY;
  /** By when somebody tries at the latest, because one was woken. */
  #tryBy = Number.POSITIVE_INFINITY;

  /** A try was answered. */
  reschedule({ remainingMs, queued }: Refusal): void {
    this.tries();
    const freeMs = queued?.againMs ?? remainingMs;
    // Free for another: whoever takes it may hold it for a short lease, which nobody tells us of.
    this.freeIn(remainingMs === FREE ? Math.min(freeMs, LOOK_AGAIN_MS) : freeMs);
  }

  /** A try begins: no other is due until it is answered, or, if it never is, for a poll. */
  tries(): void {
    this.#triedAt = performance.now();
    this.#freeAt = Number.POSITIVE_INFINITY;
    this.#tryBy = Number.POSITIVE_INFINITY;
  }

  /** Negative: nobody knows. */
  freeIn(ms: number): void {
    this.#freeAt = ms < 0 ? Number.POSITIVE_INFINITY : performance.now() + ms;
  }

  woken(): void {
    this.#tryBy = performance.now() + WOKEN_TRY_MS;
  }

  /** `comesFirst`: of those here; nobody else needs to look whether the lock is free. */
  dueAt(pollMs: number, comesFirst: boolean): number {
    const freeAt = comesFirst ? this.#freeAt : Number.POSITIVE_INFINITY;
    return Math.min(freeAt, this.#tryBy, this.#triedAt + pollMs * this.#pollShare);
  }
}
