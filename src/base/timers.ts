// The only module that sleeps: timers, sleeps, and waits that another waiter may end. Also one timer for many entries,
// and the check of the clock after a suspension.
import { nowMs } from "./clock.ts";
import { endsWithInvocation } from "./invocation.ts";

const LOOK_EVERY_MS = 900;
// A busy process runs its timers late, too: an extra call is harmless.
const LATE_MS = 50;
const BUCKET_MS = 250;

/** Resolves after `ms`, or at once when `signal` aborts; the caller checks the signal. Leaves no listener behind. */
export function sleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return sleepBy(timer, ms, signal);
}

/** Sleeps likewise, for background work that must not keep a process alive. */
export function unrefSleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return sleepBy(unrefTimer, ms, signal);
}

/**
 * Returns the ms until an instant of the local clock, 0 once it has passed. Less than 1 ms is 0: a timer may fire that
 * much early, and its caller would sleep again and act twice.
 */
export function msUntil(instant: number): number {
  const ms = instant - nowMs();
  return ms < 1 ? 0 : ms;
}

/** Resolves when `work` has settled, after `ms` at the latest: with whether it succeeded by then. It continues. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const settled = new AbortController();
  let hasSucceeded = false;
  const stop = (): void => settled.abort();
  work.then(() => {
    hasSucceeded = true;
    stop();
  }, stop);
  await sleep(ms, settled.signal);
  return hasSucceeded;
}

async function sleepBy(start: typeof unrefTimer, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  let forget = (): void => {};
  await new Promise<void>((resolve) => {
    const end = (): void => resolve();
    const started = start(end, ms);
    signal?.addEventListener("abort", end);
    forget = () => {
      clearTimeout(started);
      signal?.removeEventListener("abort", end);
    };
  });
  // Clear the timer here, not where the signal aborts. That may be another invocation of a Worker, where this timer's
  // number may belong to another timer.
  forget();
}

// The limit of setTimeout (24.8 days): a longer timer would fire at once.
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Starts a timer like setTimeout. One beyond its limit fires early, an overdue one at once. Others fire less than 1 ms
 * early, because `ms` is rounded up. `clearTimeout` clears it.
 * @param args are passed to `run`
 */
export function timer<Args extends unknown[]>(
  run: (...args: Args) => void,
  ms: number,
  ...args: Args
): ReturnType<typeof setTimeout> {
  return setTimeout(run, Math.ceil(Math.max(0, Math.min(ms, LONGEST_TIMER_MS))), ...args);
}

/**
 * Starts a timer that does not keep the process alive: on Node, Deno and Bun, a pending timer would delay the end of a
 * script.
 */
export function unrefTimer<Args extends unknown[]>(
  run: (...args: Args) => void,
  ms: number,
  ...args: Args
): ReturnType<typeof setTimeout> {
  const started = timer(run, ms, ...args);
  Object(started).unref?.();
  return started;
}

/**
 * Calls `expire` after `ms`, unless the function that it returns is called before. In a busy process, timers run before
 * the answers that have arrived meanwhile. Such answers count, too.
 */
export function deadline(ms: number, expire: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(expire, 0);
  }, ms);
  return () => clearTimeout(timer);
}

/** Returns whether a test has replaced the timers: Sinon, Vitest, Jest and Bun mark theirs, node:test renames them. */
export function areTimersFaked(): boolean {
  const { clock, name } = Object(setTimeout);
  return clock !== undefined || /^bound #/.test(String(name));
}

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

/**
 * Waits for an instant of the local clock. A timer is late by the time for which the machine was suspended. A sleeper
 * learns here within a second that the clock has jumped past the time that its timer counts.
 */
export interface Sleeper {
  /** Called when timers may be late: compares its instant with the clock again. It must not throw. */
  onResume(): void;
}

// One timer for all sleepers.
const sleepers = new Set<Sleeper>();
let isLooking = false;

/**
 * Calls `sleeper` after each resume, until `unwatchResume`. In Workers this does nothing: both clocks are one there,
 * and a pending timer keeps a Durable Object awake.
 */
export function watchResume(sleeper: Sleeper): void {
  if (endsWithInvocation()) return;
  sleepers.add(sleeper);
  if (!isLooking) look(nowMs());
}

export function unwatchResume(sleeper: Sleeper): void {
  sleepers.delete(sleeper);
}

/**
 * Stops the regular checks for a suspension, for tests on fake time. The checks would be most of the timers, and their
 * own timer ends with the fake clock of an earlier test.
 */
export function stopLooks(): void {
  isLooking = true;
}

/** Calls all sleepers, where these checks are stopped. */
export function resume(): void {
  for (const sleeper of sleepers) sleeper.onResume();
}

function look(dueAt: number): void {
  const now = nowMs();
  if (now > dueAt + LATE_MS) for (const sleeper of sleepers) sleeper.onResume();
  isLooking = sleepers.size > 0;
  if (isLooking) unrefTimer(look, LOOK_EVERY_MS, now + LOOK_EVERY_MS);
}

/** An entry of a timer, which alone sets `at`: its time on the local clock, ms; undefined: it is in no timer. */
export interface Timed {
  at: number | undefined;
}

/**
 * One timer for many entries, each with its own time. The entries are in buckets of time, so that a wake-up looks at
 * few of them.
 */
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
