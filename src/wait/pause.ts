// The one place that sleeps.

/** Resolves after `ms`, or at once when `signal` aborts; the caller looks at the signal. Leaves no listener behind. */
export function pause(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
