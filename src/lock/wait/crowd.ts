// Waiters without a stream, because too many others have one. The first due waiter reads the locks of all that are due
// soon, in one request. In a Worker, this waiter may be in another invocation, which may be cut. Then the others are
// due again later, and read their locks by themselves.
import { nowMs } from "../../base/clock.ts";
import { Notice } from "../../base/timers.ts";

const MOST_LOCKS = 100;
// Who is due within this time is due soon.
const SOON_MS = 2_500;
// When those are due again whose look is not answered.
const UNANSWERED_MS = 5_000;
const FREE = -2;

/** Returns the remaining lease of each lock, ms: -2 if it is free. */
export type LookAt = (keys: readonly string[]) => Promise<readonly number[]>;

/** By database. */
const crowds = new Map<string, Set<CrowdWaiter>>();

/** One waiter of the crowd, for one wait between two attempts. Instants are on the local clock. */
export class CrowdWaiter {
  readonly #key: string;
  readonly #nextPause: (remainingMs: number) => number;
  #dueAt = Number.POSITIVE_INFINITY;
  #mayBeFree = false;
  readonly #notice = new Notice();

  /** `nextPause`: how long to wait until the next look, ms, by the remaining lease. */
  constructor(key: string, nextPause: (remainingMs: number) => number) {
    this.#key = key;
    this.#nextPause = nextPause;
  }

  /**
   * Waits until the lock may be free: a look says so, or fails. Also ends after `limitMs`, or when the signal aborts.
   */
  async sleeps(
    database: string,
    look: LookAt,
    { remainingMs, limitMs, signal }: { remainingMs: number; limitMs: number; signal: AbortSignal },
  ): Promise<void> {
    const crowd = crowds.get(database) ?? new Set<CrowdWaiter>();
    crowds.set(database, crowd.add(this));
    this.#dueAt = nowMs() + this.#nextPause(remainingMs);
    const end = nowMs() + limitMs;
    try {
      while (!this.#mayBeFree && !signal.aborted && nowMs() < end) {
        const pauseMs = Math.min(this.#dueAt, end) - nowMs();
        if (pauseMs > 0) await this.#notice.wait(pauseMs, signal);
        else await CrowdWaiter.#look(crowd, look);
      }
    } finally {
      crowd.delete(this);
      if (crowd.size === 0 && crowds.get(database) === crowd) crowds.delete(database);
    }
  }

  /** Looks at the locks of all that are due soon. */
  static async #look(crowd: ReadonlySet<CrowdWaiter>, look: LookAt): Promise<void> {
    const now = nowMs();
    const soon = [...crowd].sort((a, b) => a.#dueAt - b.#dueAt).slice(0, MOST_LOCKS);
    const due = soon.filter((waiter) => waiter.#dueAt < now + SOON_MS);
    for (const waiter of due) waiter.#dueAt = now + UNANSWERED_MS;
    const lefts = await look(due.map((waiter) => waiter.#key)).catch(() => undefined);
    // Without an answer, each attempts by itself.
    for (const [nth, waiter] of due.entries()) waiter.#looked(lefts?.[nth] ?? FREE);
  }

  #looked(remainingMs: number): void {
    // -1: the key has no TTL, so that an attempt must tell what it holds.
    if (remainingMs < 0) {
      this.#mayBeFree = true;
      this.#notice.notify();
    }
    this.#dueAt = nowMs() + this.#nextPause(remainingMs);
  }
}
