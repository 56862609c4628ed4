// Many waiters of one fair lock acquire it in the order in which Redis queued them.

import type { Lock, Locks } from "../../../src/index.ts";
import { WRITER } from "../../../src/lock/keys.ts";
import type { Gateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { runsOf } from "../../support/runs.ts";

export interface FairOrder {
  /** Owners, as their first refusal queued them. Of a read/write lock: the groups that hold it together. */
  readonly queued: readonly string[];
  /** The same, as they got the lock. */
  readonly acquired: readonly string[];
}

/** "mixed": a fair read/write lock, of which every third waiter wants to write. */
export type OrderedKind = "fair" | "mixed";

const LOCK_OF: Readonly<Record<OrderedKind, (locks: Locks, name: string, nth: number) => Lock>> = {
  fair: (locks, name) => locks.fairLock(name),
  mixed(locks, name, nth) {
    const both = locks.fairReadWriteLock(name);
    return nth % 3 === 0 ? both.writeLock() : both.readLock();
  },
};

/** Starts simultaneous waiters from so many clients, each of which releases at once. */
export async function fairOrder(
  gateway: Gateway,
  kind: OrderedKind,
  name: string,
  waiters: number,
  clients: number,
): Promise<FairOrder> {
  const all = Array.from({ length: clients }, () => createLocks({ redis: gateway, waitMs: 60_000 }));
  const lockAt = (nth: number): Lock => {
    const locks = all[nth % clients];
    if (locks === undefined) throw new Error("there are no clients");
    return LOCK_OF[kind](locks, name, nth);
  };
  const holder = await lockAt(0).acquire();
  let queuedCount = 0;
  const waiting = Array.from({ length: waiters }, async (_, nth) => {
    let isQueued = false;
    const onWait = (): void => {
      if (!isQueued) queuedCount += 1;
      isQueued = true;
    };
    const held = await lockAt(nth).acquire({ onWait });
    await held.release();
  });
  await eventually(() => queuedCount === waiters, 20_000);
  await holder.release();
  await Promise.all(waiting);
  for (const locks of all) locks.close();

  const runs = runsOf(gateway.witness(), name);
  const refused = runs.filter(({ answer }) => answer === "busy").map(({ asker }) => asker);
  // An attempt may find what a release granted.
  const granted = new Set(runs.flatMap((run) => run.granted ?? []));
  const [queued, acquired] = [[...new Set(refused)], [...granted].slice(1)];
  return kind === "fair" ? { queued, acquired } : { queued: groupsOf(queued), acquired: groupsOf(acquired) };
}

/** Sorts the readers that stand next to each other: they hold the lock together, and may acquire it in any order. */
function groupsOf(owners: readonly string[]): string[] {
  const groups: string[][] = [];
  let reads = false;
  for (const owner of owners) {
    const isReader = !owner.endsWith(WRITER);
    if (isReader && reads) groups.at(-1)?.push(owner);
    else groups.push([owner]);
    reads = isReader;
  }
  return groups.flatMap((group) => group.sort());
}
