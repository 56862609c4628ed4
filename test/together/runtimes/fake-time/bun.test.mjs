// On the fake timers of Bun. They have no advanceTimersByTimeAsync, and their clocks cannot be told from real ones.
import { jest, setSystemTime, test } from "bun:test";
import { fakeTimeSuite } from "./suite.mjs";

const realImmediate = setImmediate;

/** Lets time pass, from one timer to the next; promises settle between them. */
async function advance(ms) {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, ms);
  while (!isOver) {
    jest.advanceTimersToNextTimer();
    await new Promise((resolve) => realImmediate(resolve));
  }
}

fakeTimeSuite({
  // A function with a parameter would have to call it.
  test: (title, run) => test(title, () => run(), 60_000),
  fake() {
    jest.useFakeTimers();
    return { advance, end: () => jest.useRealTimers() };
  },
  suspend: (ms) => setSystemTime(new Date(Date.now() + ms)),
});
