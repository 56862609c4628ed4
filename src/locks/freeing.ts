// Helps to free a lock that `inspect()` described: by which kinds to free it, and whether its holders have changed.
import type { InspectedLock } from "../hold/lock-inspection.ts";

/** A kind by which a lock can be freed. */
export type FreedKind = "lock" | "fairLock" | "readLock" | "writeLock";

/** Returns the kinds by which to free the lock. Only the right kinds wake its waiters. */
export function kindsOf({ kind, holders, queueLength }: InspectedLock): readonly FreedKind[] {
  if (kind !== "read-write") return [queueLength > 0 ? "fairLock" : "lock"];
  const modes = new Set(holders.map(({ mode }) => mode));
  return [
    ...(modes.has("write") ? (["writeLock"] as const) : []),
    ...(modes.has("read") ? (["readLock"] as const) : []),
  ];
}

/**
 * Returns a text that differs when the holders do. Of many readers, Redis tells any hundred: then it differs when their
 * number does.
 */
export function ownersIn({ holders, holderCount }: InspectedLock): string {
  if (holders.length < holderCount) return JSON.stringify(holderCount);
  return JSON.stringify(holders.map(({ owner, since }) => [owner, since]));
}
