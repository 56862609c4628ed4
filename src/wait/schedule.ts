// When a waiter tries though nobody has woken it. Waiters who all have the same chance share one: of those, one tries for all.
import type { Refusal } from "./acquire-loop.ts";

// The one that was woken may have been cut: if no try was answered since, another tries.
export const WOKEN_TRY_MS = 1_000;

/** Instants are on the monotonic clock. */
export class Schedule {
  #triedAt = Number.NEGATIVE_INFINITY;
  /** When a try may succeed though no message was sent, as the last one was told. */
  #freeAt = Number.POSITIVE_INFINITY;
  /** By when somebody tries at the latest, because one was woken. */
  #tryBy = Number.POSITIVE_INFINITY;

  /** A try was answered. In a queue only the first can take a lock when its lease ends. */
  refused({ remainingMs, queued }: Refusal): void {
    this.tries();
    const freeMs = queued?.againMs ?? remainingMs;
    if (freeMs >= 0) this.#freeAt = this.#triedAt + freeMs;
  }

  /** A try begins, or has succeeded: no other is due until it is answered, or, if it never is, for a poll. */
  tries(): void {
    this.#triedAt = performance.now();
    this.#freeAt = Number.POSITIVE_INFINITY;
    this.#tryBy = Number.POSITIVE_INFINITY;
  }

  woken(): void {
    this.#tryBy = performance.now() + WOKEN_TRY_MS;
  }

  /** A message may have been missed. */
  missed(): void {
    this.#triedAt = Number.NEGATIVE_INFINITY;
  }

  dueAt(pollMs: number): number {
    return Math.min(this.#freeAt, this.#tryBy, this.#triedAt + pollMs);
  }
}
