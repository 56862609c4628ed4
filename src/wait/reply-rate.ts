// Limits how often answers may make one waiter attempt. A correct server says when the lock will be free by itself. A
// proxy that always says "now" must not cause a storm of attempts.
const FLOOR_MS = 50;
const PERIOD_MS = 1_000;
const MOST = 5;

/** Allows five attempts in any second, each at least 50 ms after the one before. Instants are on one clock. */
export class ReplyRate {
  /** The last five. */
  #attemptedAt: readonly number[] = Array(MOST).fill(Number.NEGATIVE_INFINITY);

  /** The earliest instant at which an answer may cause an attempt. */
  get nextAt(): number {
    const { 0: fifth = 0, [MOST - 1]: last = 0 } = this.#attemptedAt;
    return Math.max(last + FLOOR_MS, fifth + PERIOD_MS);
  }

  /** Records that an answer causes an attempt now. */
  attempted(now: number): void {
    this.#attemptedAt = [...this.#attemptedAt.slice(1), now];
  }
}
