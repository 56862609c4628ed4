// M15: what a closed client leaves behind in its process. Timers that keep no process alive are invisible to Node's own
// list, so those that are started through the global are counted here.
import type { Findings } from "./findings.ts";

export class TimerLedger {
  // Where each was started; written out only for those that are left.
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

  /** Timers that are still to fire, other than those of Node's own HTTP client for its idle connections. */
  get open(): number {
    const stacks = [...this.#open.values()].map(({ stack = "" }) => stack.split("\n")[3] ?? "");
    return stacks.filter((caller) => !caller.includes("node:internal")).length;
  }

  stop(): void {
    this.#restore();
  }
}

/** Who called the caller. The whole stack of every timer would cost more than all the rest of a run. */
function shortStack(): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  const stack = new Error("a timer");
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** What keeps the process alive, by kind. */
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
