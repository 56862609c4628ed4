// What is known of every hold: from the witness log and from the client that has it.
import type { BeliefInterval, OperationRecord } from "../history.ts";
import type { Execution } from "./execution.ts";

export interface HoldFacts {
  readonly id: string;
  /** In how many lives of the lock it was granted; more than 1 is a mistake. */
  grants: number;
  /** The definite end that was answered. */
  end: string | undefined;
  /** Which release that was, if it was one with an id. */
  releasedBy: string;
  /** When it certainly counted no more, and why. */
  gone: { readonly by: number; readonly how: "expired" | "ended" | "forced" | "overrun" } | undefined;
  readonly executions: Execution[];
  readonly operations: OperationRecord[];
  readonly beliefs: BeliefInterval[];
  touchedAt: number;
}

// Longer than any copy of a request is on its way, and than any hold of a workload lasts.
const SETTLED_MS = 30_000;

/** Holds that may still change. A settled one is judged and forgotten, so that a long run needs no more memory. */
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

  /** Judges what has settled. The map is in the order of first sight, so it stops at the first young one. */
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
