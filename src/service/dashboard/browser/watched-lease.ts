// One lease, as the answers of the server show it: when it ends, and when it was last renewed.
import type { SampledLock } from "../sample.ts";

/** When Redis was asked, and when it had answered. */
export type Asked = Pick<SampledLock, "at" | "answeredAt">;

/**
 * What is known about the renewals of a lease.
 * - "renewed": the page saw a renewal, and the next one is not late.
 * - "unseen": the page saw none, but has not watched for long enough.
 * - "late": a holder that renews would have done so.
 */
export type Renewal = "renewed" | "unseen" | "late";

// A renewal moves the end by at least 333 ms. The clocks of two servers differ by less.
const MOVED_MS = 250;

/** What is known of a lease, as JSON. */
export interface SavedLease {
  readonly end: number;
  readonly since: number;
  readonly wasRenewed: boolean;
  readonly seenAt: number;
  readonly latestEnd: number;
  readonly leaseMs: number;
}

/** Watches the lease of one hold. Instants are epoch ms, by the clock of the server. */
export class WatchedLease {
  /** The earliest end that the newest answer allows. */
  end: number;
  /** Since when the page has seen no renewal: the instant of the newest one, or of the first answer. */
  since: number;
  /** Whether the page has seen a renewal. */
  wasRenewed = false;
  #seenAt: number;
  /** The latest end that all answers since the last renewal allow. */
  #latestEnd: number;
  /** The remaining lease at `since`, which is at most the whole lease. */
  #leaseMs: number;

  constructor({ at, answeredAt }: Asked, remainingMs: number) {
    this.#seenAt = at;
    this.since = at;
    this.#leaseMs = remainingMs;
    this.end = at + remainingMs;
    this.#latestEnd = answeredAt + remainingMs;
  }

  /** Continues to watch a lease after another load of the page. */
  static from({ end, since, wasRenewed, seenAt, latestEnd, leaseMs }: SavedLease): WatchedLease {
    const lease = new WatchedLease({ at: since, answeredAt: since }, leaseMs);
    lease.end = end;
    lease.wasRenewed = wasRenewed;
    lease.#seenAt = seenAt;
    lease.#latestEnd = latestEnd;
    return lease;
  }

  toJSON(): SavedLease {
    const { end, since, wasRenewed } = this;
    return { end, since, wasRenewed, seenAt: this.#seenAt, latestEnd: this.#latestEnd, leaseMs: this.#leaseMs };
  }

  /** Takes the remaining lease of another answer. Returns whether the lease was renewed since the previous answer. */
  see({ at, answeredAt }: Asked, remainingMs: number): boolean {
    this.#seenAt = at;
    this.end = at + remainingMs;
    const isRenewed = this.end > this.#latestEnd + MOVED_MS;
    if (isRenewed) {
      this.wasRenewed = true;
      this.since = at;
      this.#leaseMs = remainingMs;
      this.#latestEnd = answeredAt + remainingMs;
    } else this.#latestEnd = Math.min(this.#latestEnd, answeredAt + remainingMs);
    return isRenewed;
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
