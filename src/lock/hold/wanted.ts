// Whether somebody waits for what a hold has. A hold whose `wanted` was read asks Redis after each of its renewals, until
// somebody waits. If it listens, the script of a waiter also tells it, and then it asks at once.
import { LockWantedError } from "../../base/errors.ts";
import type { Waiting } from "../lua/wanted.ts";
import type { HoldState } from "./hold-state.ts";

export class Wanted {
  readonly #told = new AbortController();
  readonly #life: HoldState;
  readonly #ask: (listens: boolean) => Promise<Waiting>;
  #isAsking = false;
  /** Redis knows that it listens. */
  #isKnown = false;

  /** `ask`: counts those who wait. */
  constructor(life: HoldState, ask: (listens: boolean) => Promise<Waiting>) {
    this.#life = life;
    this.#ask = ask;
  }

  /** Aborts when somebody waits. */
  get signal(): AbortSignal {
    return this.#told.signal;
  }

  /** Asks whether somebody waits. Never rejects: if it is not answered, the next renewal asks again. */
  async ask(): Promise<void> {
    if (this.#isAsking || this.signal.aborted || !this.#life.isHere()) return;
    this.#isAsking = true;
    try {
      const { listens } = this.#life;
      const waiting = await this.#ask(listens && !this.#isKnown);
      this.#isKnown ||= listens;
      this.#waits(waiting);
    } catch {
      // Whoever waits, waits until the release.
    } finally {
      this.#isAsking = false;
    }
  }

  #waits({ number = 0, first: { label, since } }: Waiting): void {
    if (number === 0 || !this.#life.isHeld || this.signal.aborted) return;
    const facts = { waiters: number, waiterLabel: label, waitingSince: since };
    this.#life.report({ type: "wanted", ...facts });
    const error = new LockWantedError({ lockName: this.#life.facts.lockName, ...facts });
    this.#life.inContext(() => this.#told.abort(error));
  }
}
