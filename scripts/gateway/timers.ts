// Timers of what is under way, all ended with the gateway. Setting one and calling it off cost the same however many
// others are pending.

export class Timers {
  readonly #pending = new Set<NodeJS.Timeout>();
  #isEnded = false;

  /** Calls back after so long, never at once, and never when the gateway closes before. Returns how to call it off. */
  after(ms: number, work: () => void): () => void {
    if (this.#isEnded) return () => {};
    const timer = setTimeout(() => {
      this.#pending.delete(timer);
      work();
    }, ms);
    this.#pending.add(timer);
    return () => {
      clearTimeout(timer);
      this.#pending.delete(timer);
    };
  }

  endAll(): void {
    this.#isEnded = true;
    for (const timer of this.#pending) clearTimeout(timer);
    this.#pending.clear();
  }
}
