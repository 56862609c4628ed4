// How often one waiter may attempt. Each attempt costs a request and billed commands. So neither a storm of messages,
// which anybody with access to the channel can send, nor a server that always answers "now" may become a storm of
// attempts.

// Honest messages for one waiter are further apart: those in between are for others.
const FLOOR_MS = 50;
const REFILL_MS = 200;
const BURST = 5;

/**
 * Limits the attempts of one waiter, as a token bucket. Allows a burst of five attempts and then five per second, each at
 * least 50 ms after the one before. Instants are on one clock, ms.
 */
export class AttemptRate {
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When the bucket would be full again. */
  #fullAt = Number.NEGATIVE_INFINITY;

  /** The earliest instant of another attempt. */
  get nextAt(): number {
    return Math.max(this.#lastAt + FLOOR_MS, this.#fullAt - (BURST - 1) * REFILL_MS);
  }

  /** Records an attempt. */
  attempted(now: number): void {
    this.#lastAt = now;
    // Not further ahead than after a burst: others may attempt without its allowance.
    this.#fullAt = Math.min(Math.max(this.#fullAt, now), now + (BURST - 1) * REFILL_MS) + REFILL_MS;
  }
}
