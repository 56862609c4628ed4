// A hold in the rows of a Durable Object: the columns that both tables share, and its id.
import type { GrantedHold } from "../../lock/protocol.ts";

/** Returns the id of a hold. It is unique, because no owner and no hold id contains a bar. */
export function idOf({ key, owner, holdId }: Pick<GrantedHold, "key" | "owner" | "holdId">): string {
  return `${owner}|${holdId}|${key}`;
}

export const HOLD_COLUMNS = "lock, owner, hold, epoch, owner_is_new, lease_ms, shared, label";

/** Returns the values of these columns. */
export function columnsOf(hold: GrantedHold): SqlStorageValue[] {
  const { key, owner, holdId, epoch, ownerIsNew, leaseMs, shared, label = "" } = hold;
  return [key, owner, holdId, epoch, ownerIsNew ? 1 : 0, leaseMs, shared === true ? 1 : 0, label];
}

/** Returns the hold of a row with these columns. */
export function holdIn(row: Record<string, SqlStorageValue>): GrantedHold {
  return {
    key: String(row["lock"]),
    owner: String(row["owner"]),
    holdId: String(row["hold"]),
    epoch: String(row["epoch"]),
    ownerIsNew: row["owner_is_new"] === 1,
    leaseMs: Number(row["lease_ms"]),
    label: String(row["label"]),
    ...(row["shared"] === 1 ? { shared: true } : {}),
  };
}
