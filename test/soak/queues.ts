// What the queues of the fair locks must come to, when all have left: nobody in them but those whose requests, the last
// ones too, were lost, and who are dropped by the next try after 15 s.
import { FairQueue } from "../support/fair-queue.ts";
import { command, type Endpoint } from "../support/rest.ts";
import type { Findings } from "./checker/findings.ts";

const SILENT_MS = 15_000;

/** Lets the time pass in each queue, and tries once. Returns how many were left in them before. */
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
