// The async context of a call, which AsyncLocalStorage keeps for tracers and frameworks. Shared timers, streams and
// requests run in the context of the call that came first. So the functions of the other calls are run in their own
// contexts.

/** Runs a function soon, in the async context of its call; in a Worker, in its invocation. Keeps their order. */
export type InContext = (run: () => void) => void;

/** Returns a function that runs others in the context of the caller. `AsyncLocalStorage` is not in every runtime. */
export function thisContext(): InContext {
  const waiting: (() => void)[] = [];
  let wake = (): void => {};
  // Code that awaits a promise continues in its own context, in whichever context the promise is resolved.
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
