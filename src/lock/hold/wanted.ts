// Whether somebody waits for what a hold has. A hold whose `wanted` was read asks Redis after each of its renewals, until
// somebody waits. If it listens, the script of a waiter also tells it, and then it asks at once.
import type { InContext } from "../../base/call-context.ts";
import { nowMs } from "../../base/clock.ts";
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

// A server notices late that a stream was closed, such as that by which this hold itself was waited for.
const LEFT_STREAM_MS = 5_000;

export class WantedSignal {
  readonly #told = new AbortController();
  readonly #countsStreamsFrom = nowMs() + LEFT_STREAM_MS;
  readonly #hold: WantedHold;
  readonly #count: CountWaiting;
  #isAsking = false;
  /** A message came while it asked: the answer may be older. */
  #asksAgain = false;
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
    this.#asksAgain = this.#isAsking;
    if (this.#isAsking || this.signal.aborted || !this.#hold.isHere()) return;
    this.#isAsking = true;
    do {
      this.#asksAgain = false;
      await this.#askOnce();
      // Ends with an answer to the last message.
    } while (this.#asksAgain && !this.signal.aborted && this.#hold.isHeld);
    this.#isAsking = false;
  }

  async #askOnce(): Promise<void> {
    try {
      const { listens } = this.#hold;
      const waiting = await this.#count(listens && !this.#isKnown);
      this.#isKnown ||= listens;
      this.#waits(waiting);
    } catch {
      // A waiter still gets in at the release.
    }
  }

  #waits({ listed, streams = 0, first: { label, since } }: Waiting): void {
    const number = listed + (nowMs() < this.#countsStreamsFrom ? 0 : streams);
    if (number === 0 || !this.#hold.isHeld || this.signal.aborted) return;
    const { facts, inContext } = this.#hold;
    const who = { waiters: number, waiterLabel: label, waitingSince: since };
    this.#hold.report({ type: "wanted", ...who });
    const error = new LockWantedError({ lockName: facts.lockName, ...who });
    inContext(() => this.#told.abort(error));
  }
}
