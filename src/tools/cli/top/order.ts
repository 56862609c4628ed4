// The orders in which `leasehound top` shows the locks.
import { waitersOf } from "../../../lock/kinds/describe-locks.ts";
import type { HeldLock } from "../service.ts";

/** The orders of the locks, by key. */
export const ORDERS = { a: "age", w: "waiters", r: "remaining" } as const;
export type Order = (typeof ORDERS)[keyof typeof ORDERS];

const RANKS: Readonly<Record<Order, (lock: HeldLock) => number>> = {
  age: ({ holder }) => holder.since ?? Number.MAX_SAFE_INTEGER,
  waiters: (lock) => -waitersOf(lock),
  remaining: ({ remainingMs }) => remainingMs,
};

/** Returns the locks in this order: the oldest, the most waited for, or the next to end first. */
export function sorted(locks: readonly HeldLock[], order: Order): HeldLock[] {
  const rank = RANKS[order];
  return locks.toSorted((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}
