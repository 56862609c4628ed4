// What a LeaseWatchdog stores: one row for each lease, written when it is joined, extended or ended, and never for a renewal.
import type { HandOffStatus } from "../watchdog/watchdog.ts";
import { holdIn } from "./hold-columns.ts";
import type { KeptEnd, KeptLease } from "./lease-keeper.ts";

/** A lease with the request that set its deadline. */
export interface StoredLease extends KeptLease {
  readonly requestId: string;
}

// How long an end can be asked for.
const REMEMBERED_MS = 3_600_000;

const TABLE = `CREATE TABLE IF NOT EXISTS leases (
  id TEXT PRIMARY KEY, lock TEXT, owner TEXT, hold TEXT, epoch TEXT, owner_is_new INTEGER, lease_ms INTEGER,
  joined_at INTEGER, deadline INTEGER, request TEXT, ended TEXT, ended_at INTEGER
) WITHOUT ROWID`;
// Each join looks for what may be forgotten. Only of the ended ones, so that joining writes one row.
const INDEX = "CREATE INDEX IF NOT EXISTS leases_ended ON leases (ended_at) WHERE ended_at IS NOT NULL";

export class LeaseRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLE);
    sql.exec(INDEX);
  }

  put({ id, hold, joinedAt, deadline, requestId }: StoredLease): void {
    const { key, owner, holdId, epoch, ownerIsNew, leaseMs } = hold;
    this.#sql.exec("DELETE FROM leases WHERE ended_at IS NOT NULL AND ended_at < ?", Date.now() - REMEMBERED_MS);
    this.#sql.exec(
      "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
      ...[id, key, owner, holdId, epoch, ownerIsNew ? 1 : 0, leaseMs, joinedAt, deadline, requestId],
    );
  }

  end(id: string, end: KeptEnd): void {
    this.#sql.exec("UPDATE leases SET ended = ?, ended_at = ? WHERE id = ?", end, Date.now(), id);
  }

  delete(id: string): void {
    this.#sql.exec("DELETE FROM leases WHERE id = ?", id);
  }

  /** The lease of this id, unless it ended. */
  get(id: string): StoredLease | undefined {
    const [row] = this.#sql.exec("SELECT * FROM leases WHERE id = ? AND ended IS NULL", id);
    return row && stored(row);
  }

  /** Those not ended, after `after` in the order of their ids. */
  open(after = "", limit = -1): StoredLease[] {
    const rows = this.#sql.exec(
      "SELECT * FROM leases WHERE id > ? AND ended IS NULL ORDER BY id LIMIT ?",
      after,
      limit,
    );
    return [...rows].map(stored);
  }

  /** Whether this very request is over: repeated after its deadline, it is not a new one. */
  hasEnded(id: string, requestId: string): boolean {
    const rows = this.#sql.exec(
      "SELECT id FROM leases WHERE id = ? AND request = ? AND ended IS NOT NULL",
      id,
      requestId,
    );
    return [...rows].length > 0;
  }

  ended(id: string): HandOffStatus {
    const [row] = this.#sql.exec("SELECT ended, ended_at FROM leases WHERE id = ? AND ended IS NOT NULL", id);
    const state = row?.["ended"];
    if (state !== "released" && state !== "expired" && state !== "lost") return { state: "unknown" };
    return { state, endedAt: Number(row?.["ended_at"]) };
  }
}

function stored(row: Record<string, SqlStorageValue>): StoredLease {
  return {
    id: String(row["id"]),
    hold: holdIn(row),
    joinedAt: Number(row["joined_at"]),
    deadline: Number(row["deadline"]),
    fixed: false,
    requestId: String(row["request"]),
  };
}
