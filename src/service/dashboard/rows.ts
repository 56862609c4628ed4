// Filters and sorts the locks of the table.
import { inOrder, ORDERS, type Order } from "../../lock/kinds/lock-order.ts";
import type { WatchedLock } from "./lock-watch.ts";

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
  return { shown: inOrder(found, order).slice(0, MOST_ROWS), count: found.length };
}
