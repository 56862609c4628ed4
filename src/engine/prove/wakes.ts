// Wakes: whether the message of a release wakes a waiter in another isolate, and how soon it acquires.
import { nowMs } from "../../base/clock.ts";
import { unrefSleep } from "../../base/timers.ts";
import type { Locks } from "../../lock/create-locks.ts";
import { type Check, type Outcome, ok, warning } from "./check.ts";
import { median } from "./finding.ts";
import type { ProvedLock } from "./kinds.ts";
import { AGAINST_POLLING, POLLING } from "./streams.ts";
import type { TestedDatabase } from "./tested-database.ts";

// A poll that hides a lost message comes later.
const POLL_MS = 20_000;
const LISTENS_MS = 3_000;
// From the second time on, the stream is open, or opens as soon as at the first time.
const LISTENS_AGAIN_MS = 500;
const WAIT_MS = 5_000;
const WAKES = 3;

/** Releases a lock for which another isolate waits, some times, and measures when it acquires. */
async function woken(database: TestedDatabase, of: (locks: Locks, name: string) => ProvedLock): Promise<Outcome> {
  const timesMs: number[] = [];
  const name = database.newName("woken");
  const holder = of(database.locks({ isolate: 0, pollMs: POLL_MS }), name);
  let messages = 0;
  const onMessage = (): void => {
    messages += 1;
  };
  // Isolates of its own: in another check's, the stream of that check may still be open.
  const waiter = of(database.locks({ isolate: name, pollMs: POLL_MS, onMessage }), name);
  for (let nth = 0; nth < WAKES; nth += 1) {
    const held = await holder.acquire();
    let attempts = 0;
    let listens: () => void = () => {};
    const listening = new Promise<void>((resolve) => {
      listens = resolve;
    });
    // A waiter tries before and after it has subscribed.
    const onWait = (): void => {
      attempts += 1;
      if (attempts === 2) listens();
    };
    const acquired = waiter.acquire({ waitMs: WAIT_MS, wait: "subscribe", onWait }).then(
      (next) => ({ next, at: nowMs() }),
      () => undefined,
    );
    await Promise.race([listening, acquired, unrefSleep(nth === 0 ? LISTENS_MS : LISTENS_AGAIN_MS)]);
    const releasedAt = nowMs();
    messages = 0;
    await held.release();
    const woke = await acquired;
    await woke?.next.release();
    if (woke === undefined) return warning(`a waiter did not acquire in ${WAIT_MS} ms`);
    if (messages === 0) {
      return warning(
        `no message woke the waiter: it polled, and acquired after ${(woke.at - releasedAt).toFixed(0)} ms`,
      );
    }
    timesMs.push(woke.at - releasedAt);
  }
  return ok(`a waiter acquires ${median(timesMs).toFixed(0)} ms after the release begins (median of ${WAKES})`);
}

export const WAKING: readonly Check[] = [
  {
    name: "a woken waiter",
    means: POLLING,
    avoid: AGAINST_POLLING,
    run: (database) => woken(database, (locks, name) => locks.lock(name)),
  },
  {
    name: "a woken fair waiter",
    means: POLLING,
    avoid: AGAINST_POLLING,
    run: (database) => woken(database, (locks, name) => locks.fairLock(name)),
  },
];
