// The async context of a call: what AsyncLocalStorage keeps, and with it tracers and frameworks. Timers, streams and
// requests that calls share run in that of the first one. So they give the functions of the others back to their calls.

/** Runs a function soon, in the async context of its call; in a Worker, in its invocation. Keeps their order. */
export type InContext = (run: () => void) => void;

/** Returns what runs functions in the context of the caller. No `AsyncLocalStorage`: not every runtime has one. */
export function thisContext(): InContext {
  const waiting: (() => void)[] = [];
  let wake = (): void => {};
  // What awaits a promise goes on in its own context, whoever resolves the promise.
  const listen = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    // Before the function runs, which may change the context.
    void listen();
    const run = waiting.shift();
    if (waiting.length > 0) wake();
    run?.();
  };
  void listen();
  return (run) => {
    waiting.push(run);
    wake();
  };
}
