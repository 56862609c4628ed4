// What all viewers share: one of them asks Redis for it, at most so often, and nobody does when nobody looks.

/** What is known now. */
export interface Known<Value> {
  /** The newest value; undefined before the first one. */
  readonly value: Value | undefined;
  /** When the newest value was asked for, by the monotonic clock, in ms. */
  readonly askedAt: number;
  /** The error of the newest request; undefined when it succeeded. */
  readonly error: unknown;
}

// A request takes less time. The invocation that asked may have been cut, so that its answer never comes.
const LONGEST_REQUEST_MS = 10_000;
const PAUSE_MS = 25;

/**
 * A value that is asked for by the viewer who comes first after it has become too old. Viewers who come meanwhile get
 * the previous value at once. No promise is shared, because an invocation of a Worker must not wait for another one's.
 */
export class SharedLook<Value> {
  readonly #ask: () => Promise<Value>;
  readonly #everyMs: number;
  #known: Known<Value> = { value: undefined, askedAt: 0, error: undefined };
  /** When the request began whose answer is awaited; undefined when there is none. */
  #asking: number | undefined;
  /** When the newest request began. */
  #begun = Number.NEGATIVE_INFINITY;

  constructor(everyMs: number, ask: () => Promise<Value>) {
    this.#everyMs = everyMs;
    this.#ask = ask;
  }

  /** Returns what is known, after asking if it is this viewer's turn. Never throws. */
  async look(): Promise<Known<Value>> {
    if (this.#isAsking()) await this.#first();
    else if (performance.now() - this.#begun >= this.#everyMs) await this.#askNow();
    return this.#known;
  }

  /** Makes the next viewer ask: what is known is not true any more. */
  outdate(): void {
    this.#asking = undefined;
    this.#begun = Number.NEGATIVE_INFINITY;
  }

  #isAsking(): boolean {
    return this.#asking !== undefined && performance.now() - this.#asking < LONGEST_REQUEST_MS;
  }

  /** Waits for the first answer of another viewer's request. Ends with it, or when it has taken too long. */
  async #first(): Promise<void> {
    while (this.#isAsking() && this.#known.value === undefined && this.#known.error === undefined) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #askNow(): Promise<void> {
    const askedAt = performance.now();
    this.#asking = askedAt;
    this.#begun = askedAt;
    const { value } = this.#known;
    let known: Known<Value>;
    try {
      known = { value: await this.#ask(), askedAt, error: undefined };
    } catch (error) {
      known = { value, askedAt: this.#known.askedAt, error };
    }
    // A later request may have overtaken this one.
    if (this.#asking !== askedAt) return;
    this.#asking = undefined;
    this.#known = known;
  }
}
