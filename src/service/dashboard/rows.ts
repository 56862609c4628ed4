// Filters and sorts the locks of the table.
import { waitersOf } from "../../lock/kinds/describe-locks.ts";
import type { WatchedLock } from "./lock-watch.ts";

/** The columns by which the table is sorted. */
export const ORDERS = ["name", "age", "lease", "waiters"] as const;
export type Order = (typeof ORDERS)[number];

/** A viewer's choices, which are the query of the page's address. */
export interface Wish {
  /** A part of the name, the label or the owner; "": all. */
  readonly filter: string;
  readonly order: Order;
  /** The lock that is shown in detail. */
  readonly lock: string | undefined;
}

/** The rows of the table. */
export interface Rows {
  readonly shown: readonly WatchedLock[];
  /** How many locks match the filter, shown or not. */
  readonly count: number;
}

const MOST_ROWS = 200;

/** Reads the query of the page's address. Ignores unknown values. */
export function wishOf(query: Readonly<Record<string, string>>): Wish {
  const { filter = "", sort, lock } = query;
  return { filter: filter.trim(), order: ORDERS.find((order) => order === sort) ?? "age", lock };
}

/** Returns the query of the page's address for a wish. */
export function queryOf({ filter, order, lock }: Wish): string {
  const query = new URLSearchParams();
  if (filter !== "") query.set("filter", filter);
  if (order !== "age") query.set("sort", order);
  if (lock !== undefined) query.set("lock", lock);
  return query.size === 0 ? "" : `?${query}`;
}

/** Returns the rows for a wish, at most the first 200. */
export function rowsOf(locks: readonly WatchedLock[], { filter, order }: Wish): Rows {
  const text = filter.toLowerCase();
  const found = locks.filter(({ name, holder }) =>
    [name, holder.label, holder.owner].some((part) => part.toLowerCase().includes(text)),
  );
  const rank = RANKS[order];
  const sorted = found.sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
  return { shown: sorted.slice(0, MOST_ROWS), count: found.length };
}

const RANKS: Record<Order, (lock: WatchedLock) => number> = {
  name: () => 0,
  // Locks whose age is unknown come last.
  age: ({ holder }) => holder.since ?? Number.MAX_SAFE_INTEGER,
  lease: ({ remainingMs }) => remainingMs,
  waiters: (lock) => -waitersOf(lock),
};
