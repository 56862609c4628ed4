// Whether somebody waits for what a hold has. A hold whose `wanted` was read asks Redis after each of its renewals, until
// somebody waits. If it listens, the script of a waiter also tells it, and then it asks at once.
import type { InContext } from "../../base/call-context.ts";
import { LockWantedError } from "../../base/errors.ts";
import type { EventFacts, HoldNews } from "../events.ts";
import type { Waiting } from "../lua/wanted.ts";

/** The part of a hold that its question needs. */
export interface WantedHold {
  readonly facts: EventFacts;
  readonly isHeld: boolean;
  /** It listens for messages. */
  readonly listens: boolean;
  /** Runs the listeners of its signals. */
  readonly inContext: InContext;
  isHere(): boolean;
  report(news: HoldNews): void;
}

/** Counts those who wait. `listens`: has the next ones tell the holder. */
export type CountWaiting = (listens: boolean) => Promise<Waiting>;

export class WantedSignal {
  readonly #told = new AbortController();
  readonly #hold: WantedHold;
  readonly #count: CountWaiting;
  #isAsking = false;
  /** Redis knows that it listens. */
  #isKnown = false;

  constructor(hold: WantedHold, count: CountWaiting) {
    this.#hold = hold;
    this.#count = count;
    // At once, so that waiters send messages.
    if (hold.listens) void this.ask();
  }

  /** Aborts when somebody waits. */
  get signal(): AbortSignal {
    return this.#told.signal;
  }

  /** Asks whether somebody waits. Never rejects: if it is not answered, the next renewal asks again. */
  async ask(): Promise<void> {
    if (this.#isAsking || this.signal.aborted || !this.#hold.isHere()) return;
    this.#isAsking = true;
    try {
      const { listens } = this.#hold;
      const waiting = await this.#count(listens && !this.#isKnown);
      this.#isKnown ||= listens;
      this.#waits(waiting);
    } catch {
      // A waiter still gets in at the release.
    } finally {
      this.#isAsking = false;
    }
  }

  #waits({ number = 0, first: { label, since } }: Waiting): void {
    if (number === 0 || !this.#hold.isHeld || this.signal.aborted) return;
    const { facts, inContext } = this.#hold;
    const who = { waiters: number, waiterLabel: label, waitingSince: since };
    this.#hold.report({ type: "wanted", ...who });
    const error = new LockWantedError({ lockName: facts.lockName, ...who });
    inContext(() => this.#told.abort(error));
  }
}
