// A wait that another waiter may end.
import { sleep } from "./sleep.ts";

export class Notice {
  #resolve = (): void => {};

  /**
   * Ends the wait. It only resolves a promise, because another invocation must touch nothing else of this one. In
   * particular it must not clear the timer, whose number may belong to a timer of its own.
   */
  notify(): void {
    this.#resolve();
  }

  /** Waits for `notify()`, for at most `limitMs`, or until the signal aborts. */
  async wait(limitMs: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const notified = new Promise<void>((resolve) => {
      this.#resolve = resolve;
    });
    const resolve = this.#resolve;
    signal.addEventListener("abort", resolve);
    await Promise.race([notified, sleep(limitMs, over.signal)]);
    signal.removeEventListener("abort", resolve);
    over.abort();
  }
}
