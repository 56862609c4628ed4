// The only module that sleeps: timers, sleeps, and waits that another waiter may end.

/** Resolves after `ms`, or at once when `signal` aborts; the caller checks the signal. Leaves no listener behind. */
export function sleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return sleepBy(timer, ms, signal);
}

/** Sleeps likewise, for background work that must not keep a process alive. */
export function unrefSleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return sleepBy(unrefTimer, ms, signal);
}

/** Resolves when `work` has settled, after `ms` at the latest. The work continues. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  const settled = new AbortController();
  const stop = (): void => settled.abort();
  work.then(stop, stop);
  await sleep(ms, settled.signal);
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
 * Starts a timer like setTimeout. One beyond its limit fires early, and one that is overdue at once. `clearTimeout`
 * clears it.
 * @param args are passed to `run`
 */
export function timer<Args extends unknown[]>(
  run: (...args: Args) => void,
  ms: number,
  ...args: Args
): ReturnType<typeof setTimeout> {
  return setTimeout(run, Math.max(0, Math.min(ms, LONGEST_TIMER_MS)), ...args);
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
  const object: unknown = started;
  if (typeof object === "object" && object !== null && "unref" in object && typeof object.unref === "function") {
    object.unref();
  }
  return started;
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
