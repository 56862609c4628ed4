// The locks that `leasehound top` shows: those that are held, with their waiters.
import type { HeldLock, LockState, Service } from "../service.ts";

/** One line of the screen. */
export interface Row {
  readonly lock: HeldLock;
  /** How many wait: in the queue of a fair lock, or isolates. Undefined when that was not asked. */
  readonly waiters: number | undefined;
}

/** The orders of the rows, by key. */
export const ORDERS = { a: "age", w: "waiters", r: "remaining" } as const;
export type Order = (typeof ORDERS)[keyof typeof ORDERS];

const AT_ONCE = 8;

/**
 * Asks for the locks, and for the waiters of at most so many of them.
 * @param most how many locks have room on the screen
 */
export async function rowsOf(
  service: Service,
  pattern: string | undefined,
  order: Order,
  most: number,
): Promise<Row[]> {
  const locks = await service.list(pattern);
  const rows = sorted(
    locks.map((lock) => ({ lock, waiters: undefined })),
    order,
  );
  const asked = rows.slice(0, most);
  const waiters: number[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = asked.slice(from, from + AT_ONCE).map(({ lock }) => service.inspect(lock.name));
    waiters.push(...(await Promise.all(some)).map(waitersOf));
  }
  return sorted(
    rows.map((row, at) => ({ ...row, waiters: waiters[at] })),
    order,
  );
}

/** Returns the rows in this order: the oldest, the most waited for, or the next to end first. */
export function sorted(rows: readonly Row[], order: Order): Row[] {
  const rank: Record<Order, (row: Row) => number> = {
    age: ({ lock }) => lock.holder.since ?? Number.MAX_SAFE_INTEGER,
    waiters: ({ waiters = -1 }) => -waiters,
    remaining: ({ lock }) => lock.remainingMs,
  };
  const of = rank[order];
  return rows.toSorted((one, other) => of(one) - of(other) || (one.lock.name < other.lock.name ? -1 : 1));
}

function waitersOf({ queueLength, isolates }: LockState): number {
  return queueLength + isolates;
}
