// Counts what callers have at once in this isolate, such as requests in progress, and refuses more than a limit.
import { nowMs } from "../clock.ts";

/** A taken place. */
export interface Place {
  /** How many more its caller may take. */
  readonly left: number;
  /** Gives the place back. */
  readonly free: () => void;
}

interface Entry {
  readonly id: string;
  readonly until: number;
}

export class Places {
  readonly #most: number;
  // All APIs of an isolate share its memory, so each of these objects is one for all of them.
  readonly #taken = new Set<Entry>();

  /** @param most the places of all callers */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a place for a caller, unless it has `mostOfCaller`, or all have as many as there are.
   * @param forMs when the place is free in any case: a cut invocation cannot give it back
   * @returns the place, or whose limit is reached
   */
  take(id: string, forMs: number, mostOfCaller: number): Place | "caller" | "server" {
    const now = nowMs();
    let own = 0;
    for (const entry of this.#taken) {
      if (entry.until < now) this.#taken.delete(entry);
      else if (entry.id === id) own += 1;
    }
    if (own >= mostOfCaller) return "caller";
    if (this.#taken.size >= this.#most) return "server";
    const entry = { id, until: now + forMs };
    this.#taken.add(entry);
    return { left: mostOfCaller - own - 1, free: () => void this.#taken.delete(entry) };
  }
}
