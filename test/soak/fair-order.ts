// Fifty waiters of one fair lock get in in the order in which Redis queued them.
import type { Gateway } from "../../scripts/gateway/index.ts";
import { createLocks } from "../support/bare-locks.ts";
import { eventually } from "../support/eventually.ts";
import { runsOf } from "../support/runs.ts";

export interface FairOrder {
  /** Owners, as their first refusal queued them. */
  readonly queued: readonly string[];
  /** The same, as they got the lock. */
  readonly acquired: readonly string[];
}

/** Starts simultaneous waiters from so many clients, each of which releases at once. */
export async function fairOrder(gateway: Gateway, name: string, waiters: number, clients: number): Promise<FairOrder> {
  const all = Array.from({ length: clients }, () => createLocks({ redis: gateway, waitMs: 60_000 }));
  const holder = await all[0]?.fairLock(name).acquire();
  let queuedCount = 0;
  const waiting = Array.from({ length: waiters }, async (_, nth) => {
    let isQueued = false;
    const onWait = (): void => {
      if (!isQueued) queuedCount += 1;
      isQueued = true;
    };
    const held = await all[nth % clients]?.fairLock(name).acquire({ onWait });
    await held?.release();
  });
  await eventually(() => queuedCount === waiters, 20_000);
  await holder?.release();
  await Promise.all(waiting);
  for (const locks of all) locks.close();

  const runs = runsOf(gateway.witness(), name);
  const refused = runs.filter(({ answer }) => answer === "busy").map(({ asker }) => asker);
  return { queued: [...new Set(refused)], acquired: runs.flatMap(({ granted }) => granted ?? []).slice(1) };
}
