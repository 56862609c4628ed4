// How isolates share the permits of a semaphore without asking each other. Their waiters are in no list, and a release
// calls all of them by one message. Each isolate attempts after a random pause, so that one attempt in two is granted.
import { nowMs } from "../../base/clock.ts";
import { sweepTwo } from "../../base/sweep.ts";

// Equal steps up and down: half of the attempts are granted.
const LONGER = 1.25;
const LEAST_MEAN_MS = 5;
const GREATEST_MEAN_MS = 500;
const LONGEST_MS = 1_000;
// A newcomer pauses at most this many times the mean.
const NEWCOMER_SHARE = 4;
// Older answers say nothing about the rivals of now.
const FRESH_MS = 2_000;
// The weight of a new wait among those before it.
const WEIGHT = 1 / 8;

/** The pauses of the waiters of one isolate for one semaphore. */
export class Lots {
  #meanMs = 0;
  /** The mean wait for permits. */
  #waitMs = 0;
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** No rivals are known. */
  get isOver(): boolean {
    return this.#meanMs < LEAST_MEAN_MS || nowMs() - this.#answeredAt > FRESH_MS;
  }

  /**
   * Returns the pause, ms, of a waiter that has waited for `ageMs`: the older, the shorter. 0 without rivals, or before
   * the first grant.
   */
  drawMs(ageMs: number): number {
    if (this.isOver) return 0;
    const share = Math.min(NEWCOMER_SHARE, this.#waitMs / Math.max(1, ageMs));
    return Math.min(LONGEST_MS, -Math.log(1 - Math.random()) * this.#meanMs * share);
  }

  /**
   * An attempt of this isolate was refused. `woken`: because of a message, so others were faster. Where others are known
   * to be, any other refusal counts, too.
   */
  refused(woken: boolean): void {
    if (!woken && this.isOver) return;
    this.#answered();
    this.#meanMs = Math.min(GREATEST_MEAN_MS, Math.max(LEAST_MEAN_MS, this.#meanMs * LONGER));
  }

  /** A waiter of this isolate got its permits after `waitMs`. */
  granted(waitMs: number): void {
    this.#answered();
    this.#meanMs /= LONGER;
    this.#waitMs += (waitMs - this.#waitMs) * WEIGHT;
  }

  #answered(): void {
    if (this.isOver) this.#meanMs = 0;
    this.#answeredAt = nowMs();
  }
}

/** By channel: a caller that comes when nobody waits here has rivals in other isolates. */
const known = new Map<string, Lots>();

/** Returns the lots of a channel. */
export function lotsOf(channelId: string): Lots {
  const found = known.get(channelId);
  if (found !== undefined) return found;
  sweepTwo(known, ({ isOver }) => isOver);
  const lots = new Lots();
  known.set(channelId, lots);
  return lots;
}
