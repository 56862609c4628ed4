// Compares the holders that a force-release states with those of the lock, so that no later holder loses the lock.
import type { InspectedLock } from "../hold/lock-inspection.ts";
import type { StatedHolders } from "../locks/freeing.ts";
import { allows } from "./capability.ts";
import type { Caller } from "./principals.ts";
import { refused } from "./refusal.ts";

/**
 * Refuses a request that states other holders than the lock has. The refusal names the holders if the caller may
 * inspect the lock.
 * @throws 409 HOLDERS_CHANGED
 */
export function mustBeHeldAs(stated: StatedHolders, found: InspectedLock, caller: Caller): void {
  if (isHeldAs(stated, found)) return;
  throw refused(409, "nothing was freed: the lock has other holders than the request states", {
    code: "HOLDERS_CHANGED",
    holders: allows(caller, "inspect", found.name) ? found.holders : undefined,
  });
}

function isHeldAs({ owners, holderCount }: StatedHolders, { holders, holderCount: count }: InspectedLock): boolean {
  if (owners === undefined) return holderCount === count;
  // A writer may also be a reader, with the same owner.
  const found = new Set(holders.map(({ owner }) => owner));
  const stated = new Set(owners);
  // `inspect` lists at most 100 of the holders. A list that is cut cannot be compared.
  return holders.length === count && found.size === stated.size && owners.every((owner) => found.has(owner));
}
