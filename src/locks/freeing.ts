// Helps to free a lock that `inspect()` described: by which kind to free it, whether its holders
// have changed, and what to tell a lock API about them.
import type { InspectedLock } from "../hold/lock-inspection.ts";

/** A kind by which a lock can be freed. */
export type FreedKind = "lock" | "fairLock" | "readLock" | "writeLock" | "fairReadLock" | "fairWriteLock";

/**
 * Returns the kind by which to free the lock. Only the right kind wakes its waiters. It frees all holders: a writer has
 * no reader beside it but itself.
 */
export function kindToFree({ kind, mode, queueLength }: InspectedLock): FreedKind {
  const isFair = queueLength > 0;
  if (kind !== "read-write") return isFair ? "fairLock" : "lock";
  if (mode === "write") return isFair ? "fairWriteLock" : "writeLock";
  return isFair ? "fairReadLock" : "readLock";
}

/**
 * Returns a text that differs when the holders do. Of many readers, Redis tells any hundred: then it differs when their
 * number does.
 */
export function ownersIn({ holders, holderCount }: InspectedLock): string {
  if (holders.length < holderCount) return JSON.stringify(holderCount);
  return JSON.stringify(holders.map(({ owner, since }) => [owner, since]));
}

/** The most owners that a request states. Of a lock with more holders, it states their number. */
export const MAX_STATED_OWNERS = 20;

/** The holders of a lock, as a request to free it states them: one of both. */
export interface StatedHolders {
  owners?: string[] | undefined;
  holderCount?: number | undefined;
}

/** Returns what a request to a lock API states about the holders. */
export function statedHolders({ holders, holderCount }: InspectedLock): StatedHolders {
  if (holderCount > MAX_STATED_OWNERS) return { holderCount };
  return { owners: holders.map(({ owner }) => owner) };
}
