// The orders in which the page and the command show held locks.
import type { ListedLock } from "./describe-locks.ts";

export const ORDERS = ["name", "age", "lease", "waiters"] as const;
export type Order = (typeof ORDERS)[number];

const RANKS: Readonly<Record<Order, (lock: ListedLock) => number>> = {
  name: () => 0,
  // Locks whose age is unknown come last.
  age: ({ holder }) => holder.since ?? Number.MAX_SAFE_INTEGER,
  lease: ({ remainingMs }) => remainingMs,
  // A lock whose waiters are unknown ranks like a lock without waiters.
  waiters: ({ waiters }) => (waiters === "unknown" ? 0 : -waiters),
};

/** Returns the locks in this order: by name, or the oldest, the next to end or the most waited for first. */
export function inOrder<Lock extends ListedLock>(locks: readonly Lock[], order: Order): Lock[] {
  const rank = RANKS[order];
  return [...locks].sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}
