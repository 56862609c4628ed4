// A timer that keeps no process alive: on Node, Deno and Bun a pending one would hold up the end of a script that is done.

/** Like setTimeout; `clearTimeout` takes what it returns. */
export function looseTimer(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(run, ms);
  const object: unknown = timer;
  if (typeof object === "object" && object !== null && "unref" in object && typeof object.unref === "function") {
    object.unref();
  }
  return timer;
}
