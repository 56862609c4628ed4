// A hold in the rows of a Durable Object: the columns that both kinds of rows have for it, and its id there.
import type { GrantedHold } from "../lua/lock/calls.ts";

/** One text for one hold: neither an owner nor a hold id has a bar in it. */
export function idOf({ key, owner, holdId }: Pick<GrantedHold, "key" | "owner" | "holdId">): string {
  return `${owner}|${holdId}|${key}`;
}

/** What the columns lock, owner, hold, epoch, owner_is_new, lease_ms and shared have of a hold. */
export function columnsOf({ key, owner, holdId, epoch, ownerIsNew, leaseMs, shared }: GrantedHold): SqlStorageValue[] {
  return [key, owner, holdId, epoch, ownerIsNew ? 1 : 0, leaseMs, shared === true ? 1 : 0];
}

/** The hold of a row that has the columns lock, owner, hold, epoch, owner_is_new, lease_ms and shared. */
export function holdIn(row: Record<string, SqlStorageValue>): GrantedHold {
  return {
    key: String(row["lock"]),
    owner: String(row["owner"]),
    holdId: String(row["hold"]),
    epoch: String(row["epoch"]),
    ownerIsNew: row["owner_is_new"] === 1,
    leaseMs: Number(row["lease_ms"]),
    ...(row["shared"] === 1 ? { shared: true } : {}),
  };
}
