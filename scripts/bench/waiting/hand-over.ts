// Measures the time from a release to the next holder.
import { setTimeout as sleep } from "node:timers/promises";
import type { Subject } from "./subjects.ts";

// The time until a waiter has settled: it was refused, and listens.
const SETTLED_MS = 300;

/** Measures from the call of release, so long after the waiter has settled, until its acquire has returned. */
export async function handOver(subject: Subject, lockName: string, afterMs: number): Promise<number> {
  const release = await subject.acquire(lockName);
  let releasedAt = 0;
  let grantedAt = 0;
  async function waits(): Promise<void> {
    const releaseNext = await subject.acquire(lockName);
    grantedAt = performance.now();
    await releaseNext();
  }
  async function holds(): Promise<void> {
    await sleep(SETTLED_MS + afterMs);
    releasedAt = performance.now();
    await release();
  }
  await Promise.all([waits(), holds()]);
  return grantedAt - releasedAt;
}
