// The one place that sleeps.
import { timer, unrefTimer } from "./unref-timer.ts";

/** Resolves after `ms`, or at once when `signal` aborts; the caller looks at the signal. Leaves no listener behind. */
export function sleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return sleepBy(timer, ms, signal);
}

/** The same for background work, which is no reason to keep a process alive. */
export function unrefSleep(ms: number, signal: AbortSignal): Promise<void> {
  return sleepBy(unrefTimer, ms, signal);
}

/** Resolves when `work` has settled, after `ms` at the latest; the work goes on. */
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
  // Here, and not where the signal aborts: that can be in another invocation of a Worker, where the number of this
  // timer may be that of another one.
  forget();
}
