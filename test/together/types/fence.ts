// Wrong use of the fence does not compile. Checked by `npm run check -- types`; nothing here is run.
import type { DurableObjectStorage } from "@cloudflare/workers-types";
import {
  createLocks,
  type Fence,
  type FencedHeld,
  fencedRows,
  fencedStorage,
  type Held,
  type SqlStatement,
} from "leasehound";

const redis = { url: "https://example.com", token: "t" };
const locks = createLocks({ redis });
const fence: Fence = locks.fence("orders:42");
const row = { table: "orders", column: "token", where: { id: 42 } };

// @ts-expect-error: a fence is for something
locks.fence();
// @ts-expect-error: a name is text
locks.fence(42);

export async function tokens(fenced: FencedHeld, plain: Held): Promise<boolean> {
  await using held = await locks.fencedLock("orders:42").acquire();
  // @ts-expect-error: a plain hold may have no token
  await fence.check(plain.fencingToken);
  // @ts-expect-error: nor here
  await fence.set("key", "value", plain.fencingToken);
  // @ts-expect-error: numbers are not exact enough
  await fence.check(5);
  // @ts-expect-error: without a token nothing is fenced
  await fence.set("key", "value");
  // @ts-expect-error: a value is text
  await fence.set("key", { paid: true }, fenced.fencingToken);
  // @ts-expect-error: in SQL as elsewhere
  fencedRows("sqlite", row).claim(plain.fencingToken);
  return (await fence.check(fenced.fencingToken)) && fence.set("key", "value", held.fencingToken);
}

// @ts-expect-error: a dialect we do not speak
fencedRows("mysql", row);
// @ts-expect-error: which row
fencedRows("sqlite", { table: "orders", column: "token" });
// @ts-expect-error: conditions are columns and values
fencedRows("sqlite", { ...row, where: "id = 42" });
// @ts-expect-error: a misspelt option
fencedRows("postgres", { ...row, schema: "shop" });
// @ts-expect-error: without a token nothing is fenced
fencedRows("postgres", row).update({ state: "paid" });
// @ts-expect-error: what becomes of the row
fencedRows("postgres", row).update("5");

/** A statement's values are what was given, and the token as text. */
export const statement: SqlStatement<string | number | null> = fencedRows("sqlite", row).update(
  { state: "paid", note: null },
  "5",
);
// @ts-expect-error: what was given is not text alone
export const narrower: SqlStatement<string> = fencedRows("sqlite", row).claim("5");

interface Order {
  readonly id: number;
  state: string;
  note?: string | null;
}

/** Rows have types of their own, which are interfaces as often as not. */
export function typedRows(order: Order, changes: Partial<Order>): SqlStatement<string | number | null>[] {
  const rows = fencedRows("sqlite", { table: "orders", column: "token", where: order });
  // @ts-expect-error: what was given is not text alone
  const narrow: SqlStatement<string> = rows.update(order, "5");
  // @ts-expect-error: a method is no column
  rows.update({ state: "paid", toString: () => "paid" }, "5");
  // @ts-expect-error: a list has no columns
  rows.update(["paid"], "5");
  // @ts-expect-error: a map has none either
  rows.update(new Map([["state", "paid"]]), "5");
  // @ts-expect-error: nor a date
  fencedRows("sqlite", { ...row, where: new Date() });
  // @ts-expect-error: nor nothing
  rows.update(null, "5");
  return [rows.update(order, "5"), rows.update(changes, "5"), rows.claim("5"), narrow];
}

export async function objects(storage: DurableObjectStorage, plain: Held): Promise<boolean> {
  const fenced = fencedStorage(storage, "orders:42");
  // @ts-expect-error: not within another transaction
  await storage.transaction(async (transaction) => fencedStorage(transaction, "orders:42"));
  // @ts-expect-error: a plain hold may have no token
  await fenced.put("key", 1, plain.fencingToken);
  // @ts-expect-error: under which key
  await fenced.put({ key: 1 }, "5");
  return (await fenced.check("5")) && fenced.put("key", { any: ["value"] }, "5");
}
