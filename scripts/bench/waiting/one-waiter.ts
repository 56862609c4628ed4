// Measures the requests of one waiter while the lock is held.
import { setTimeout as sleep } from "node:timers/promises";
import type { Traffic, WaitingStage } from "./stage.ts";
import type { Subject } from "./subjects.ts";

export interface OneWaiter {
  /** From the call of acquire on. */
  readonly first: Traffic;
  /** The same time once more. */
  readonly then: Traffic;
}

export async function oneWaiter(stage: WaitingStage, subject: Subject, ms: number): Promise<OneWaiter> {
  const lockName = stage.newName();
  const release = await subject.acquire(lockName);
  let waiting: Promise<() => PromiseLike<unknown>> | undefined;
  const first = await stage.measure(() => {
    waiting = subject.acquire(lockName);
    return sleep(ms);
  });
  const then = await stage.measure(() => sleep(ms));
  await release();
  const releaseNext = await waiting;
  await releaseNext?.();
  return { first, then };
}
