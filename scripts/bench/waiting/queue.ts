// Measures the hand-over of a lock between many waiters.
import { setTimeout as sleep } from "node:timers/promises";
import type { Traffic, WaitingStage } from "./stage.ts";
import type { Subject } from "./subjects.ts";

// Until all have been refused, and listen.
const SETTLED_MS = 2_000;
const SETTLED_MS_PER_WAITER = 5;

export interface QueueTraffic extends Traffic {
  /** From one holder's release to the next one's acquire, on average, ms. */
  readonly tookMs: number;
}

/** Per hand-over: a release, and the requests of the next holder and of the remaining waiters. */
export async function queueTraffic(
  stage: WaitingStage,
  subject: Subject,
  waiters: number,
  heldMs: number,
): Promise<QueueTraffic> {
  const lockName = stage.newName();
  let release = await subject.acquire(lockName);
  let left = waiters;
  async function waits(): Promise<void> {
    const releaseNext = await subject.acquire(lockName);
    left -= 1;
    // The last one hands it on to no other.
    if (left === 0) {
      release = releaseNext;
      return;
    }
    await sleep(heldMs);
    await releaseNext();
  }
  const all = Promise.all(Array.from({ length: waiters }, waits));
  await Promise.race([sleep(SETTLED_MS + waiters * SETTLED_MS_PER_WAITER), all]);
  let tookMs = 0;
  const { requests, commands } = await stage.measure(async () => {
    const start = performance.now();
    await Promise.all([release(), all]);
    tookMs = performance.now() - start - (waiters - 1) * heldMs;
  });
  await release();
  return { requests: requests / waiters, commands: commands / waiters, tookMs: tookMs / waiters };
}
