// A value from Redis that all viewers share. One viewer's request refreshes it for all of them. Without viewers,
// nothing is requested.
import { nowMs } from "../../base/clock.ts";

/** The newest value, and the outcome of the newest request. */
export interface Known<Value> {
  /** The newest value; undefined before the first one. */
  readonly value: Value | undefined;
  /** When the newest value was asked for, by the local clock, in ms. */
  readonly askedAt: number;
  /** When the newest value had arrived, by the local clock, in ms. It was read in between. */
  readonly answeredAt: number;
  /** The error of the newest request; undefined when it succeeded. */
  readonly error: unknown;
}

// A request takes less time. After it, the invocation that asked is presumed dead: its answer never comes.
const LONGEST_REQUEST_MS = 10_000;
const PAUSE_MS = 25;

/**
 * A value that becomes too old after a time. The first viewer after that asks for a new one. Meanwhile, the others
 * get the previous value at once. Viewers share no promise, because an invocation of a Worker must not await one of
 * another invocation.
 */
export class SharedLook<Value> {
  readonly #ask: () => Promise<Value>;
  readonly #everyMs: number;
  #known: Known<Value> = { value: undefined, askedAt: 0, answeredAt: 0, error: undefined };
  /** When the open request began; undefined when none is open. */
  #asking: number | undefined;
  /** When the newest request began. */
  #begun = Number.NEGATIVE_INFINITY;

  constructor(everyMs: number, ask: () => Promise<Value>) {
    this.#everyMs = everyMs;
    this.#ask = ask;
  }

  /** Returns the value, and asks for a new one first if it is too old. Never throws. */
  async look(): Promise<Known<Value>> {
    if (this.#isAsking()) await this.#first();
    else if (nowMs() - this.#begun >= this.#everyMs) await this.#askNow();
    return this.#known;
  }

  /** Returns the newest value without asking for a new one. */
  known(): Known<Value> {
    return this.#known;
  }

  /** Makes the next viewer ask, because the value is stale. */
  outdate(): void {
    this.#asking = undefined;
    this.#begun = Number.NEGATIVE_INFINITY;
  }

  #isAsking(): boolean {
    return this.#asking !== undefined && nowMs() - this.#asking < LONGEST_REQUEST_MS;
  }

  /** Waits until another viewer's request gets the first answer, or takes too long. */
  async #first(): Promise<void> {
    while (this.#isAsking() && this.#known.value === undefined && this.#known.error === undefined) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #askNow(): Promise<void> {
    const askedAt = nowMs();
    this.#asking = askedAt;
    this.#begun = askedAt;
    const previous = this.#known;
    let known: Known<Value>;
    try {
      const value = await this.#ask();
      known = { value, askedAt, answeredAt: nowMs(), error: undefined };
    } catch (error) {
      known = { ...previous, error };
    }
    // A later request may have overtaken this one.
    if (this.#asking !== askedAt) return;
    this.#asking = undefined;
    this.#known = known;
  }
}
