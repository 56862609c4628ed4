// Timers that all end with the gateway. Setting and cancelling one costs the same for any number of pending ones.

export class Timers {
  readonly #pending = new Set<NodeJS.Timeout>();
  #isEnded = false;

  /**
   * Calls back after this time, never synchronously, and never after the gateway closed. Returns the function that
   * cancels it.
   */
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
