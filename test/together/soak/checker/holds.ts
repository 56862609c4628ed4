// The facts about every hold: from the witness log and from its client.
import type { BeliefInterval, OperationRecord } from "../history.ts";
import type { Execution } from "./execution.ts";

export interface HoldFacts {
  readonly id: string;
  /** The number of lives of the lock in which it was granted; more than 1 is a violation. */
  grants: number;
  /** The definite end in a reply. */
  end: string | undefined;
  /** The id of the release that ended it, if it has one. */
  releasedBy: string;
  /** The time after which it certainly does not count, and the reason. */
  gone: { readonly by: number; readonly how: "expired" | "ended" | "forced" | "overrun" } | undefined;
  readonly executions: Execution[];
  readonly operations: OperationRecord[];
  readonly beliefs: BeliefInterval[];
  touchedAt: number;
}

// Longer than the transit of any copy of a request, and than any hold of a workload.
const SETTLED_MS = 30_000;

/** Holds that may still change. A settled one is judged and removed, so that a long run needs no more memory. */
export class Holds {
  readonly #open = new Map<string, HoldFacts>();
  readonly #judge: (hold: HoldFacts) => void;

  constructor(judge: (hold: HoldFacts) => void) {
    this.#judge = judge;
  }

  of(id: string): HoldFacts {
    const touchedAt = performance.now();
    const known = this.#open.get(id);
    if (known !== undefined) {
      known.touchedAt = touchedAt;
      return known;
    }
    const hold: HoldFacts = {
      ...{ id, grants: 0, end: undefined, releasedBy: "", gone: undefined },
      ...{ executions: [], operations: [], beliefs: [], touchedAt },
    };
    this.#open.set(id, hold);
    return hold;
  }

  /** Judges settled holds. The map is in the order of first sight, so it stops at the first young one. */
  sweep(now: number): void {
    for (const hold of this.#open.values()) {
      if (hold.touchedAt > now - SETTLED_MS) return;
      this.#settle(hold);
    }
  }

  judgeAll(): void {
    for (const hold of this.#open.values()) this.#settle(hold);
  }

  #settle(hold: HoldFacts): void {
    this.#open.delete(hold.id);
    this.#judge(hold);
  }
}
