// One lease, as the answers of the server show it: whether it was renewed, and since when it was not.
import type { SeenLeases } from "../leases.ts";

/** When Redis was asked, and when it had answered. */
export type RenewalTimes = Pick<SeenLeases, "at" | "answeredAt">;

/**
 * What is known about the renewals of a lease.
 * - "renewed": the page saw a renewal, and the next one is not late.
 * - "unseen": the page saw none, but has not watched for long enough.
 * - "late": a holder that renews would have done so.
 */
export type Renewal = "renewed" | "unseen" | "late";

// A renewal moves the end by at least 333 ms. The clocks of two servers differ by less.
const MOVED_MS = 250;

/** Watches the lease of one hold. Instants are epoch ms, by the clock of the server. */
export class WatchedLease {
  /** Since when the page has seen no renewal: the instant of the newest one, or of the first answer. */
  since: number;
  /** Whether the page has seen a renewal. */
  wasRenewed = false;
  #seenAt: number;
  /** The latest end that all answers since the last renewal allow. */
  #latestEnd: number;
  /** The remaining lease at `since`, which is at most the whole lease. */
  #leaseMs: number;

  constructor({ at, answeredAt }: RenewalTimes, remainingMs: number) {
    this.#seenAt = at;
    this.since = at;
    this.#leaseMs = remainingMs;
    this.#latestEnd = answeredAt + remainingMs;
  }

  /** Takes the remaining lease of another answer. */
  see({ at, answeredAt }: RenewalTimes, remainingMs: number): void {
    this.#seenAt = at;
    if (at + remainingMs > this.#latestEnd + MOVED_MS) {
      this.wasRenewed = true;
      this.since = at;
      this.#leaseMs = remainingMs;
      this.#latestEnd = answeredAt + remainingMs;
    } else this.#latestEnd = Math.min(this.#latestEnd, answeredAt + remainingMs);
  }

  /** When the next renewal is late. A holder renews after a third of the lease: after a half, it does not. */
  get lateAt(): number {
    return this.since + this.#leaseMs / 2;
  }

  get renewal(): Renewal {
    if (this.#seenAt > this.lateAt) return "late";
    return this.wasRenewed ? "renewed" : "unseen";
  }
}
