// Virtual time: each timer fires as soon as nothing else is to do. A process has one clock, which stands still between
// the files of tests.
import { vi } from "vitest";

/** A test that lets more timers fire, or more time pass, waits for something that does not come. */
const MOST_TIMERS = 100_000;
const LONGEST_MS = 86_400_000;

// The real ones, taken before they are faked.
const { setImmediate, setTimeout } = globalThis;

/** Fakes the clocks and the timers of this process, unless they are faked already. */
export function fakeClocks(): void {
  if (vi.isFakeTimers()) return;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] });
}

/** Works that take time of the real clock, such as those of crypto.subtle. */
let realWorks = 0;

/** Runs work that takes time of the real clock. Virtual time stands still meanwhile. */
export async function outsideTime<Result>(work: () => Promise<Result>): Promise<Result> {
  realWorks += 1;
  try {
    return await work();
  } finally {
    realWorks -= 1;
  }
}

/** A test under way. */
interface Running {
  readonly sinceTimer: number;
  readonly sinceMs: number;
  readonly fail: (error: Error) => void;
}

const running = new Set<Running>();
let fired = 0;

/** Runs a test, and rejects when it waits too long. `underWay`: what happened last. */
export async function bounded(test: () => Promise<void>, underWay: () => string): Promise<void> {
  let fail = (_: Error): void => {};
  const hung = new Promise<never>((_, reject) => {
    fail = (error) => reject(error);
  });
  const entry = { sinceTimer: fired, sinceMs: Date.now(), fail };
  running.add(entry);
  try {
    await Promise.race([test(), hung]);
  } catch (error) {
    if (error instanceof Hung) error.message += `; ${underWay()}`;
    throw error;
  } finally {
    running.delete(entry);
  }
}

class Hung extends Error {
  override readonly name = "Hung";
}

/** Lets time pass until `work` has settled. */
export async function inVirtualTime(work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  const result = work();
  result.then(over, over);
  while (!isOver) {
    await settled();
    if (isOver || realWorks > 0) continue;
    if (vi.getTimerCount() > 0) {
      vi.advanceTimersToNextTimer();
      fired += 1;
      failHung();
    } else {
      // Work of the real clock is under way. Vitest ends a test that waits for it too long.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  await result;
}

/** The most steps that work of this process needs before it waits for a timer: the engine gives others their turn. */
const STEPS = 3;

/** Resolves when nothing is to do but what waits for a timer. A step of the event loop runs all microtasks. */
async function settled(): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) await new Promise((resolve) => setImmediate(resolve));
}

function failHung(): void {
  const now = Date.now();
  for (const { sinceTimer, sinceMs, fail } of running) {
    if (fired - sinceTimer <= MOST_TIMERS && now - sinceMs <= LONGEST_MS) continue;
    const passed = `${fired - sinceTimer} timers have fired in ${Math.round((now - sinceMs) / 1_000)} s of virtual time`;
    fail(new Hung(`the test does not end: ${passed}, and ${vi.getTimerCount()} are due`));
  }
}
