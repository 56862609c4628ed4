// Looks from time to time how the waiting requests of a lock manager stand. Each look also keeps their places, which a
// silent waiter loses after 15 s; and it finds leases that ended, and messages that were lost.
import { nowMs } from "../../base/clock.ts";
import { sleep } from "../../base/timers.ts";
import { touchCall } from "../../lock/lua/web-locks.ts";
import type { LockQueue } from "./lock-queue.ts";
import type { LockRequest } from "./lock-request.ts";
import type { RequestHost } from "./request-host.ts";

// The most waiters of one operation.
const MOST_TOUCHED = 200;

export class WaitingLook {
  readonly #host: RequestHost;
  readonly #queues: ReadonlyMap<string, LockQueue<LockRequest>>;
  readonly #pollMs: () => number;
  #isNeeded = false;
  #isRunning = false;
  #sleep = new AbortController();

  /** `pollMs`: returns the longest time between two looks at a lock. */
  constructor(host: RequestHost, queues: ReadonlyMap<string, LockQueue<LockRequest>>, pollMs: () => number) {
    this.#host = host;
    this.#queues = queues;
    this.#pollMs = pollMs;
  }

  /** Some request waits, or none does. Times may have changed. */
  need(isNeeded: boolean): void {
    this.#isNeeded = isNeeded;
    this.#sleep.abort();
    if (isNeeded && !this.#isRunning) void this.#run();
  }

  /** Looks at all locks. */
  now(): void {
    for (const queue of this.#queues.values()) queue.lookAt(0);
    this.#sleep.abort();
  }

  close(): void {
    this.need(false);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Ends when no request waits.
    while (this.#isNeeded) {
      let wakeAt = Number.POSITIVE_INFINITY;
      for (const queue of this.#queues.values()) {
        const waiting = queue.waiting;
        if (waiting.length === 0) continue;
        if (queue.dueAt <= nowMs()) this.#look(queue, waiting);
        queue.lookAt(nowMs() + this.#pollMs());
        wakeAt = Math.min(wakeAt, queue.dueAt);
      }
      this.#sleep = new AbortController();
      await sleep(wakeAt - nowMs(), this.#sleep.signal);
    }
    this.#isRunning = false;
  }

  #look(queue: LockQueue<LockRequest>, waiting: readonly LockRequest[]): void {
    queue.looked();
    for (let from = 0; from < waiting.length; from += MOST_TOUCHED) {
      const some = waiting.slice(from, from + MOST_TOUCHED);
      this.#host.outbox.add({
        call: () =>
          touchCall(
            queue.key,
            some.map(({ waiter }) => waiter),
            this.#host.listener,
          ),
        onReply: ({ mode, remainingMs, first, firstWriter, numbers }) => {
          for (const [at, request] of some.entries()) request.standsAt(numbers[at] ?? 0, { mode, first, firstWriter });
          if (remainingMs >= 0) queue.lookAt(nowMs() + remainingMs + 1);
          // There are so many dead waiters that one look did not drop them all.
          if (first === 0 && numbers.some((number) => number > 0)) queue.lookAt(0);
        },
        onFailure() {},
        // The next look comes soon.
        goesOn: () => false,
      });
    }
  }
}
