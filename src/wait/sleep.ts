// The only module that sleeps.
import { timer, unrefTimer } from "./unref-timer.ts";

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
