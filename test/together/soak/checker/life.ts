// One life of a lock, from the grant of the free lock until it is free again. It has an owner, holds, and bounds for
// the end of its lease.
import type { Execution } from "./execution.ts";
import type { HoldFacts } from "./holds.ts";

// Redis counts in whole ms, of a time that it reads before it runs a script.
const ROUNDING_MS = 2;

export class Life {
  readonly owner: string;
  readonly holds: Set<HoldFacts> = new Set();
  /** Before this time it certainly lives. */
  endsFrom: number;
  /** After this time its lease has certainly ended. */
  endsBy: number;

  constructor(owner: string, x: Execution) {
    this.owner = owner;
    this.endsFrom = earliest(x, x.leaseMs);
    this.endsBy = latest(x, x.leaseMs);
  }

  /** Returns whether the lease had certainly not ended at this execution. */
  certainAt(x: Execution): boolean {
    return x.at < this.endsFrom;
  }

  /** Returns whether the lease had certainly ended at this execution. */
  overAt(x: Execution): boolean {
    return x.at - x.slackMs > this.endsBy;
  }

  /** Records a new lease, which never shortens the remaining one. */
  extend(x: Execution): void {
    this.endsFrom = Math.max(this.endsFrom, earliest(x, x.leaseMs));
    this.endsBy = Math.max(this.endsBy, latest(x, x.leaseMs));
  }

  /**
   * Compares a reply's remaining lease with the grants. Returns the difference in ms: below 0 too short, above 0 too
   * long.
   */
  told(x: Execution, remainingMs: number): number {
    const from = earliest(x, remainingMs);
    const by = latest(x, remainingMs);
    if (by < this.endsFrom || from > this.endsBy) {
      const difference = by < this.endsFrom ? by - this.endsFrom : from - this.endsBy;
      // From here on, the reply counts, so that one fault is found once.
      this.endsFrom = from;
      this.endsBy = by;
      return difference;
    }
    this.endsFrom = Math.max(this.endsFrom, from);
    this.endsBy = Math.min(this.endsBy, by);
    return 0;
  }
}

function earliest(x: Execution, ms: number): number {
  return x.at - x.slackMs + ms - ROUNDING_MS;
}

function latest(x: Execution, ms: number): number {
  return x.at + ms + ROUNDING_MS;
}
