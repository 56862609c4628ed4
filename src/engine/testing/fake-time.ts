// Fake time for node:test, whose own timers leave the monotonic clock real.

import { InvalidOptionError } from "../../base/errors.ts";
import { wholeNumber } from "../../base/validate.ts";
import type { FakeClock } from "./suspend.ts";

/** The members of the context of a test of node:test that `fakeTime` uses. */
export interface NodeTestContext {
  readonly mock: {
    readonly timers: {
      enable(options: { apis: ("setTimeout" | "setInterval" | "Date")[]; now: number }): void;
      tick(ms: number): void;
      reset(): void;
    };
  };
  readonly after: (work: () => void) => void;
}

/** The time of a test. */
export interface FakeTime {
  /**
   * Lets time pass, from one timer to the next: they fire in their order, and promises settle between them.
   * @param ms how long, in ms: a whole number, 1 or more
   * @throws INVALID_OPTION when `ms` is wrong
   * @example
   * await time.advance(60_000);
   */
  advance(ms: number): Promise<void>;
}

/**
 * Fakes both clocks and the timers for a test of node:test. Their time begins now, and node:test restores them after
 * the test.
 * @param t the context of the test
 * @returns `advance(ms)`: lets time pass
 * @throws INVALID_OPTION when `t` is no such context: Vitest and Jest have fake time of their own
 * @example
 * const time = fakeTime(t);
 * const held = await locks.lock("orders:42").acquire();
 * held.keepAlive(undefined, { maxHoldMs: 7_200_000 });
 * await time.advance(3_600_000);
 */
export function fakeTime(t: NodeTestContext): FakeTime {
  if (typeof Object(Object(t).mock).timers !== "object") {
    const cure = "in Vitest and Jest call vi.useFakeTimers() or jest.useFakeTimers() instead";
    throw new InvalidOptionError("t", `must be the context of a test of node:test: ${cure}`);
  }
  const [wall, monotonic] = [Date.now(), performance.now()];
  // Not faked: it lets promises settle.
  const { setImmediate } = Object(globalThis);
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: wall });
  const tickingNow = Date.now;
  // No mock of node:test, which would remember each call.
  const restore = replaceNow(() => monotonic + (tickingNow() - wall));
  shiftDate(tickingNow);
  t.after(() => {
    restore();
    t.mock.timers.reset();
  });
  const dues = new Dues(tickingNow);
  return {
    async advance(ms) {
      wholeNumber("ms", ms, { from: 1, to: Number.MAX_SAFE_INTEGER });
      const end = tickingNow() + ms;
      for (let now = tickingNow(); now < end; now = tickingNow()) {
        t.mock.timers.tick(Math.max(1, Math.min(dues.next(), end) - now));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

type StartTimer = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => unknown;

/** When the timers of a test are due: node:test does not say it. Like its fake timers, this goes with the test. */
class Dues {
  readonly #now: () => number;
  readonly #dues = new Map<unknown, number>();

  constructor(now: () => number) {
    this.#now = now;
    const { setTimeout, clearTimeout, setInterval, clearInterval } = Object(globalThis);
    Object.assign(globalThis, {
      setTimeout: this.#starting(setTimeout, false),
      setInterval: this.#starting(setInterval, true),
      clearTimeout: this.#clearing(clearTimeout),
      clearInterval: this.#clearing(clearInterval),
    });
  }

  /** Returns when the next timer is due; Infinity: there is none. */
  next(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const due of this.#dues.values()) next = Math.min(next, due);
    return next;
  }

  #starting(start: StartTimer, repeats: boolean): StartTimer {
    return (run, delayMs = 0, ...args) => {
      // As Node does. Else the wall clock would show fractions.
      const ms = Math.max(1, Math.trunc(delayMs));
      const note = (): unknown => this.#dues.set(timer, this.#now() + ms);
      const fired = (): void => {
        if (repeats) note();
        else this.#dues.delete(timer);
        run(...args);
      };
      const timer = start(fired, ms);
      note();
      return timer;
    };
  }

  #clearing(clear: (timer: unknown) => void): (timer: unknown) => void {
    return (timer) => {
      this.#dues.delete(timer);
      clear(timer);
    };
  }
}

/** Replaces the monotonic clock. Returns what puts it back. */
function replaceNow(now: () => number): () => void {
  const own = Object.getOwnPropertyDescriptor(performance, "now");
  Object.defineProperty(performance, "now", { value: now, configurable: true, writable: true });
  return () => {
    if (own === undefined) Reflect.deleteProperty(performance, "now");
    else Object.defineProperty(performance, "now", own);
  };
}

/**
 * Lets the wall clock move without the timers. `setTime` of node:test would make them fire early. The fake `Date` goes
 * with the test.
 */
function shiftDate(tickingNow: () => number): void {
  let shiftMs = 0;
  const clock: FakeClock = {
    setSystemTime: (epochMs) => {
      shiftMs = epochMs - tickingNow();
    },
  };
  const shifted = Object.assign(Date, { now: () => tickingNow() + shiftMs, clock });
  globalThis.Date = new Proxy(shifted, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
  });
}
