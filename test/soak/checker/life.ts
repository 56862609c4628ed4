// One life of a lock, from the grant that took it when it was free until it is free again: who has it, with which
// holds, and between which instants its lease ends.
import type { Execution } from "./execution.ts";
import type { HoldFacts } from "./holds.ts";

// Redis counts in whole ms, of an instant that it looks up before it runs a script.
const ROUNDING_MS = 2;

export class Life {
  readonly owner: string;
  readonly holds: Set<HoldFacts> = new Set();
  /** Before this it certainly lives on. */
  endsFrom: number;
  /** After this its lease is certainly over. */
  endsBy: number;

  constructor(owner: string, x: Execution) {
    this.owner = owner;
    this.endsFrom = earliest(x, x.leaseMs);
    this.endsBy = latest(x, x.leaseMs);
  }

  /** At this execution the lease had certainly not run out. */
  certainAt(x: Execution): boolean {
    return x.at < this.endsFrom;
  }

  /** At this execution the lease had certainly run out. */
  overAt(x: Execution): boolean {
    return x.at - x.slackMs > this.endsBy;
  }

  /** A lease was set: it never shortens what is left. */
  extend(x: Execution): void {
    this.endsFrom = Math.max(this.endsFrom, earliest(x, x.leaseMs));
    this.endsBy = Math.max(this.endsBy, latest(x, x.leaseMs));
  }

  /** Redis told what is left. Returns how that contradicts what was granted, in ms: below 0 shorter, above 0 longer. */
  told(x: Execution, remainingMs: number): number {
    const from = earliest(x, remainingMs);
    const by = latest(x, remainingMs);
    if (by < this.endsFrom || from > this.endsBy) {
      const difference = by < this.endsFrom ? by - this.endsFrom : from - this.endsBy;
      // From here on what Redis says counts, so that one fault is found once.
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
