// Facts about a lock that `inspect()` described, for freeing it: its kind, and its holders as text and as a request to
// a lock API states them.
import type { InspectedLock } from "../hold/lock-inspection.ts";

/** A kind by which a lock can be freed. */
export type FreedKind = "lock" | "fairLock" | "readLock" | "writeLock" | "fairReadLock" | "fairWriteLock";

/**
 * Returns the kind by which to free the lock. Only this kind wakes its waiters. It frees all holders, because only the
 * writer itself can read beside the writer.
 */
export function kindToFree({ kind, mode, queueLength }: InspectedLock): FreedKind {
  const isFair = queueLength > 0;
  if (kind !== "read-write") return isFair ? "fairLock" : "lock";
  if (mode === "write") return isFair ? "fairWriteLock" : "writeLock";
  return isFair ? "fairReadLock" : "readLock";
}

/**
 * Returns a text that changes when the holders change. `inspect()` lists at most 100 readers: of more, the text changes
 * when their number changes.
 */
export function ownersIn({ holders, holderCount }: InspectedLock): string {
  if (holders.length < holderCount) return JSON.stringify(holderCount);
  return JSON.stringify(holders.map(({ owner, since }) => [owner, since]));
}

/** The largest number of owners in a request. For a lock with more holders, a request states their number. */
export const MAX_STATED_OWNERS = 20;

/** The holders of a lock, as a request to free it states them. Only one member is given. */
export interface StatedHolders {
  readonly owners?: readonly string[] | undefined;
  readonly holderCount?: number | undefined;
}

/** Returns what a request to a lock API states about the holders. */
export function statedHolders({ holders, holderCount }: InspectedLock): StatedHolders {
  if (holderCount > MAX_STATED_OWNERS) return { holderCount };
  return { owners: holders.map(({ owner }) => owner) };
}
