// M15: the remains of a closed client in its process. Timers that keep no process alive are missing in Node's own list,
// so those that are started through the global are counted here.
import type { Findings } from "./findings.ts";

export class TimerLedger {
  // The place where each was started; formatted only for the remaining ones.
  readonly #open = new Map<unknown, Error>();
  readonly #restore: () => void;

  constructor() {
    const { setTimeout: start, clearTimeout: clear } = globalThis;
    const open = this.#open;
    const watched = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = start(() => {
        open.delete(timer);
        run(...args);
      }, ms);
      open.set(timer, shortStack());
      return timer;
    };
    globalThis.setTimeout = Object.assign(watched, start);
    globalThis.clearTimeout = (timer) => {
      open.delete(timer);
      clear(timer);
    };
    this.#restore = () => {
      globalThis.setTimeout = start;
      globalThis.clearTimeout = clear;
    };
  }

  /** Returns the timers that have not fired, without those of Node's own HTTP client for its idle connections. */
  get open(): number {
    const stacks = [...this.#open.values()].map(({ stack = "" }) => stack.split("\n")[3] ?? "");
    return stacks.filter((caller) => !caller.includes("node:internal")).length;
  }

  stop(): void {
    this.#restore();
  }
}

/** Returns the callers of the caller. The whole stack of every timer would be the largest cost of a run. */
function shortStack(): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  const stack = new Error("a timer");
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** Returns the resources that keep the process alive, by kind. */
export function activeResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

export function judgeLeftovers(
  facts: { timers: number; unsettled: number; rejections: number; before: Map<string, number> },
  findings: Findings,
): void {
  if (facts.timers > 0) findings.add("M15", `${facts.timers} timers are left`);
  if (facts.unsettled > 0) findings.add("M15", `${facts.unsettled} calls never settled`);
  if (facts.rejections > 0) findings.add("M15", `${facts.rejections} rejections were handled by nobody`);
  for (const [kind, count] of activeResources()) {
    const more = count - (facts.before.get(kind) ?? 0);
    if (more > 0) findings.add("M15", `${more} of ${kind} keep the process alive`);
  }
}
