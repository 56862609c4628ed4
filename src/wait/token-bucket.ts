// How often messages may make one waiter try. A message is a hint that anybody with access to the channel can send:
// each try costs a request and billed commands, so a storm of messages must not become a storm of tries.

// Shorter is no message of an honest hand-over: those in between have been for another.
const FLOOR_MS = 50;
const REFILL_MS = 200;
const BURST = 5;

/**
 * At most five tries at once and five a second from then on, each 50 ms after the one before. Instants are on the
 * monotonic clock.
 */
export class TokenBucket {
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When it would be full again. */
  #fullAt = Number.NEGATIVE_INFINITY;

  /** From when on a message may cause a try. */
  get nextAt(): number {
    return Math.max(this.#lastAt + FLOOR_MS, this.#fullAt - (BURST - 1) * REFILL_MS);
  }

  /** A message causes a try now. */
  take(now: number): void {
    this.#lastAt = now;
    this.#fullAt = Math.max(this.#fullAt, now) + REFILL_MS;
  }
}
