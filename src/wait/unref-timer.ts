// The timers of all waits.

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
