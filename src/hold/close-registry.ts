// Open work: what `close()` has to end, and the keys of the locks that are held. Work whose invocation was cut never
// says that it ended, and on Workers that happens all the time: so each new entry looks at two old ones, and the list
// stays as long as what is really open.

interface Entry {
  /** Ends the work. */
  readonly end: () => void;
  /** When the work is over by itself at the latest, on the monotonic clock. */
  readonly overAt: () => number;
  /** Of a hold: the keys of its locks. */
  readonly keys?: readonly string[];
}

export class CloseRegistry {
  readonly #entries = new Set<Entry>();
  /** The entries that are holds, by their keys. */
  readonly #holding = new Map<string, Set<Entry>>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** Registers open work; returns what forgets it. Not for use after `close()`. */
  add(entry: Entry): () => void {
    this.#sweepTwo();
    this.#entries.add(entry);
    for (const key of entry.keys ?? []) {
      const holding = this.#holding.get(key) ?? new Set();
      this.#holding.set(key, holding.add(entry));
    }
    return () => this.#forget(entry);
  }

  /** Whether a hold on the lock with this key is open, and its lease has not ended here. */
  holds(key: string): boolean {
    const now = performance.now();
    return [...(this.#holding.get(key) ?? [])].some(({ overAt }) => overAt() > now);
  }

  close(): void {
    this.#closed = true;
    for (const { end } of this.#entries) end();
    this.#entries.clear();
    this.#holding.clear();
  }

  #forget(entry: Entry): void {
    this.#entries.delete(entry);
    for (const key of entry.keys ?? []) {
      const holding = this.#holding.get(key);
      holding?.delete(entry);
      if (holding?.size === 0) this.#holding.delete(key);
    }
  }

  /** Looks at the two oldest entries: they go, or, when still open, to the back of the line. */
  #sweepTwo(): void {
    const now = performance.now();
    let looks = 0;
    for (const entry of this.#entries) {
      if (looks === 2) return;
      looks += 1;
      if (entry.overAt() <= now) this.#forget(entry);
      else {
        this.#entries.delete(entry);
        this.#entries.add(entry);
      }
    }
  }
}
