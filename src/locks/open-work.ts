// What `close()` has to end. Work whose invocation was cut never says that it ended, and on Workers that happens all the
// time: so each new entry looks at two old ones, and the list stays as long as what is really open.

interface Entry {
  /** Ends the work. */
  readonly end: () => void;
  /** When the work is over by itself at the latest, on the monotonic clock. */
  readonly overAt: () => number;
}

export class OpenWork {
  readonly #entries = new Set<Entry>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** Registers open work; returns what forgets it. Not for use after `close()`. */
  add(entry: Entry): () => void {
    this.#sweepTwo();
    this.#entries.add(entry);
    return () => this.#entries.delete(entry);
  }

  close(): void {
    this.#closed = true;
    for (const { end } of this.#entries) end();
    this.#entries.clear();
  }

  /** Looks at the two oldest entries: they go, or, when still open, to the back of the line. */
  #sweepTwo(): void {
    const now = performance.now();
    let looks = 0;
    for (const entry of this.#entries) {
      if (looks === 2) return;
      looks += 1;
      this.#entries.delete(entry);
      if (entry.overAt() > now) this.#entries.add(entry);
    }
  }
}
