// When a waiter attempts although no message has woken it. Waiters with the same chance share one schedule: one of them
// attempts for all.
import { nowMs } from "../../base/clock.ts";
import type { Refusal } from "./wait-terms.ts";

// A woken waiter may have been cut: if no attempt is answered within this time, another waiter attempts.
export const WOKEN_TRY_MS = 1_000;
const LOOK_AGAIN_MS = 1_000;
const FREE = -2;

/** Schedules the attempts of waiters with the same chance. Instants are on the local clock. */
export class RetrySchedule {
  // Waiters that started at once drift apart. A wider range would cost more attempts.
  readonly #pollShare = 0.97 + 0.03 * Math.random();
  #triedAt = Number.NEGATIVE_INFINITY;
  /** When the lock may be free without a message, by the last answer. */
  #freeAt = Number.POSITIVE_INFINITY;
  /** The latest instant of the next attempt, because a waiter was woken. */
  #tryBy = Number.POSITIVE_INFINITY;

  /** Records that an attempt was refused. */
  reschedule({ remainingMs, queued }: Refusal): void {
    this.tries();
    const freeMs = queued?.againMs ?? remainingMs;
    // It is free for another waiter, which may then hold it for a short lease that we don't know.
    this.freeIn(remainingMs === FREE ? Math.min(freeMs, LOOK_AGAIN_MS) : freeMs);
  }

  /** Records that an attempt begins: no other is due until it is answered, or until a poll has passed. */
  tries(): void {
    this.#triedAt = nowMs();
    this.#freeAt = Number.POSITIVE_INFINITY;
    this.#tryBy = Number.POSITIVE_INFINITY;
  }

  /** Records that the lock may be free in `ms`; negative: not known. */
  freeIn(ms: number): void {
    this.#freeAt = ms < 0 ? Number.POSITIVE_INFINITY : nowMs() + ms;
  }

  /** Records that the lock may be free in `ms`, or before, as known. */
  freeBy(ms: number): void {
    this.#freeAt = Math.min(this.#freeAt, nowMs() + ms);
  }

  woken(): void {
    this.#tryBy = nowMs() + WOKEN_TRY_MS;
  }

  /**
   * Returns when an attempt is due because of an answer or a wake. `comesFirst`: this waiter is first of its group; the
   * others need not check whether the lock is free. `notBefore`: the earliest attempt of this waiter because an answer
   * says so.
   */
  dueAt(comesFirst: boolean, notBefore: number): number {
    return Math.min(comesFirst ? Math.max(this.#freeAt, notBefore) : Number.POSITIVE_INFINITY, this.#tryBy);
  }

  /** Returns when an attempt is due because a message may be lost. */
  pollAt(pollMs: number): number {
    return this.#triedAt + pollMs * this.#pollShare;
  }
}
