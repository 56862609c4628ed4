// Whether anybody waits. In a Worker, an invocation that was cut leaves its waiter behind.
import { settledWithin } from "./sleep.ts";

// How many waiters are asked: the others may have been cut, too.
const MOST_ASKED = 3;
// A waiter that lives answers within one turn.
const ANSWER_MS = 5;

export class SignsOfLife {
  #onSign: (() => void)[] = [];

  /** Notifies the first of these waiters, and resolves with whether any of them gives a sign of life. */
  async of(waiters: readonly { notify(): void }[]): Promise<boolean> {
    if (waiters.length === 0) return false;
    let isSeen = false;
    const seen = new Promise<void>((resolve) => {
      this.#onSign.push(() => {
        isSeen = true;
        resolve();
      });
    });
    for (const waiter of waiters.slice(0, MOST_ASKED)) waiter.notify();
    await settledWithin(seen, ANSWER_MS);
    return isSeen;
  }

  /** A waiter is alive. */
  seen(): void {
    for (const onSign of this.#onSign.splice(0)) onSign();
  }
}
