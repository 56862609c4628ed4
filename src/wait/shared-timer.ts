// One timer for many entries, each with its own time. The entries are in buckets of time, so that a wake-up looks at
// few of them.
import { nowMs } from "../clock.ts";
import { type Sleeper, unwatchResume, watchResume } from "./resume-watch.ts";
import { unrefSleep } from "./sleep.ts";

const BUCKET_MS = 250;

/** An entry of a timer, which alone sets `at`: its time on the local clock, ms; undefined: it is in no timer. */
export interface Timed {
  at: number | undefined;
}

export class SharedTimer<Entry extends Timed> implements Sleeper {
  readonly #buckets = new Map<number, Set<Entry>>();
  readonly #onDue: (due: readonly Entry[], now: number) => void;
  readonly #earlyMs: number;
  #isRunning = false;
  #wakesAt = 0;
  #sleep = new AbortController();

  /**
   * `onDue`: gets the entries whose time has come, and with them those whose time comes within `earlyMs`. They have
   * left the timer before. It must not throw.
   */
  constructor(onDue: (due: readonly Entry[], now: number) => void, earlyMs: number) {
    this.#onDue = onDue;
    this.#earlyMs = earlyMs;
  }

  /** Adds an entry that is in no timer. */
  add(entry: Entry, at: number): void {
    const entries = this.#buckets.get(bucketOf(at)) ?? new Set();
    this.#buckets.set(bucketOf(at), entries.add(entry));
    entry.at = at;
    if (!this.#isRunning) void this.#run();
    else if (at < this.#wakesAt) this.#sleep.abort();
  }

  /** Removes an entry, which may be in no timer. */
  delete(entry: Entry): void {
    if (entry.at === undefined) return;
    const entries = this.#buckets.get(bucketOf(entry.at));
    entries?.delete(entry);
    if (entries?.size === 0) this.#buckets.delete(bucketOf(entry.at));
    if (this.#buckets.size === 0) this.#sleep.abort();
    entry.at = undefined;
  }

  onResume(): void {
    this.#sleep.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    watchResume(this);
    while (this.#buckets.size > 0) {
      const now = nowMs();
      const first = Math.min(...this.#buckets.keys());
      this.#wakesAt = Number.POSITIVE_INFINITY;
      for (const entry of this.#buckets.get(first) ?? []) this.#wakesAt = Math.min(this.#wakesAt, timeOf(entry));
      if (this.#wakesAt <= now) this.#onDue(this.#takeDue(now + this.#earlyMs), now);
      else {
        this.#sleep = new AbortController();
        await unrefSleep(this.#wakesAt - now, this.#sleep.signal);
      }
    }
    unwatchResume(this);
    this.#isRunning = false;
  }

  #takeDue(until: number): Entry[] {
    const due: Entry[] = [];
    for (const [bucket, entries] of this.#buckets) {
      if (bucket > bucketOf(until)) continue;
      for (const entry of entries) if (timeOf(entry) <= until) due.push(entry);
    }
    for (const entry of due) this.delete(entry);
    return due;
  }
}

function bucketOf(at: number): number {
  return Math.floor(at / BUCKET_MS);
}

function timeOf({ at = 0 }: Timed): number {
  return at;
}
