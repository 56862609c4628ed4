// Open work: what `close()` must end, and the keys of the locks that are held. Work of a cut invocation never reports
// its end, which is common on Workers. So each new entry checks two old ones, and the list stays as long as the work
// that is really open.

interface Entry {
  /** Ends the work. */
  readonly end: () => void;
  /** When the work ends by itself at the latest, on the monotonic clock. */
  readonly overAt: () => number;
  /** The keys of a hold's locks. */
  readonly keys?: readonly string[];
}

export class CloseRegistry {
  readonly #entries = new Set<Entry>();
  /** The entries of holds, by key. */
  readonly #holding = new Map<string, Set<Entry>>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** Registers open work. Returns the function that removes it. Do not call it after `close()`. */
  add(entry: Entry): () => void {
    this.#sweepTwo();
    this.#entries.add(entry);
    for (const key of entry.keys ?? []) {
      const holding = this.#holding.get(key) ?? new Set();
      this.#holding.set(key, holding.add(entry));
    }
    return () => this.#forget(entry);
  }

  /** Whether this client has an open hold of the lock with this key, whose lease has not ended here. */
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

  /** Checks the two oldest entries: removes them, or moves them to the back if they are still open. */
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
