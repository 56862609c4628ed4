// The rate of attempts that messages may cause.
// Honest messages for one waiter are further apart: those in between are for others.
const FLOOR_MS = 50;
const REFILL_MS = 200;
const BURST = 5;

/**
 * Limits how often messages may make one waiter attempt. Anybody with access to the channel can send a message. Each
 * attempt costs a request and billed commands, so a storm of messages must not become a storm of attempts. Allows a
 * burst of five attempts and then five per second, each at least 50 ms after the one before. Instants are on the local
 * clock.
 */
export class TokenBucket {
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When the bucket would be full again. */
  #fullAt = Number.NEGATIVE_INFINITY;

  /** The earliest instant at which a message may cause an attempt. */
  get nextAt(): number {
    return Math.max(this.#lastAt + FLOOR_MS, this.#fullAt - (BURST - 1) * REFILL_MS);
  }

  /** Records that a message causes an attempt now. */
  take(now: number): void {
    this.#lastAt = now;
    this.#fullAt = Math.max(this.#fullAt, now) + REFILL_MS;
  }
}
