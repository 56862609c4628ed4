// The queues of the fair locks after all clients have left. They are empty except for waiters whose last requests were
// lost too. The next attempt after 15 s drops those.
import { FairQueue } from "../../support/fair-queue.ts";
import { command, type Endpoint } from "../../support/rest.ts";
import type { Findings } from "./checker/findings.ts";

const SILENT_MS = 15_000;

/** Lets the time pass in each queue, and makes one attempt. Returns how many entries were left before. */
export async function emptyQueues(redis: Endpoint, prefix: string, findings: Findings): Promise<number> {
  const before = "redisson_lock_queue:{";
  let left = 0;
  for (const key of await command<string[]>(redis, "KEYS", `${before}${prefix}*`)) {
    const name = key.slice(before.length, -1);
    const queue = await FairQueue.of(redis, name);
    left += (await queue.order()).length;
    await queue.pass(SILENT_MS);
    const last = await queue.triesOnce(`last:${name}`);
    if (last.kind !== "held") findings.add("M13", `${name} is free, and its queue lets nobody in: ${last.kind}`);
    else await queue.releases(`last:${name}`);
  }
  return left;
}
