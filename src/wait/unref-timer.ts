// The timers of all that waits.

// setTimeout's own limit (24.8 days): beyond it a timer would fire at once.
const LONGEST_TIMER_MS = 2_147_483_647;

/** Like setTimeout, but one that is too long for it fires early. `clearTimeout` takes what it returns. */
export function timer(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  return setTimeout(run, Math.min(ms, LONGEST_TIMER_MS));
}

/**
 * One that keeps no process alive: on Node, Deno and Bun a pending one would hold up the end of a script that is done.
 */
export function unrefTimer(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const started = timer(run, ms);
  const object: unknown = started;
  if (typeof object === "object" && object !== null && "unref" in object && typeof object.unref === "function") {
    object.unref();
  }
  return started;
}
