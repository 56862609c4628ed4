// What a LeaseWatchdog stores: one row for each lease, written when it is joined, extended or ended, and never for a renewal.
import type { HandOffStatus } from "../watchdog/watchdog.ts";
import { holdIn } from "./hold-columns.ts";
import type { KeptEnd, KeptLease } from "./kept-lease.ts";

/** A lease with the request that set its deadline. */
export interface StoredLease extends KeptLease {
  readonly requestId: string;
  /** By that request; an earlier one had entrusted it. */
  readonly extended: boolean;
}

// How long an end can be asked for.
const REMEMBERED_MS = 3_600_000;

const TABLE = `CREATE TABLE IF NOT EXISTS leases (
  id TEXT PRIMARY KEY, lock TEXT, owner TEXT, hold TEXT, epoch TEXT, owner_is_new INTEGER, lease_ms INTEGER,
  joined_at INTEGER, deadline INTEGER, request TEXT, extended INTEGER, ended TEXT, ended_at INTEGER
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

  put({ id, hold, joinedAt, deadline, requestId, extended }: StoredLease): void {
    const { key, owner, holdId, epoch, ownerIsNew, leaseMs } = hold;
    this.#sql.exec("DELETE FROM leases WHERE ended_at IS NOT NULL AND ended_at < ?", Date.now() - REMEMBERED_MS);
    this.#sql.exec(
      "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
      ...[id, key, owner, holdId, epoch, ownerIsNew ? 1 : 0, leaseMs, joinedAt, deadline, requestId, extended ? 1 : 0],
    );
  }

  /**
   * Takes back what this request alone entrusted, and any copy of it that is still to come. Returns whether it is kept by no other
   * request.
   */
  withdraw(id: string, requestId: string): boolean {
    const lease = this.get(id);
    if (lease !== undefined && (lease.requestId !== requestId || lease.extended)) return false;
    this.#sql.exec(
      `INSERT INTO leases (id, request, ended, ended_at) VALUES (?, ?, 'withdrawn', ?)
        ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, ended_at = excluded.ended_at WHERE ended IS NULL`,
      ...[id, requestId, Date.now()],
    );
    return true;
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

  /** Of those not ended: the last deadline, epoch ms, and the shortest lease; 0: there are none. */
  terms(): { lastDeadline: number; leaseMs: number } {
    const [row] = this.#sql.exec("SELECT MAX(deadline) last, MIN(lease_ms) shortest FROM leases WHERE ended IS NULL");
    return { lastDeadline: Number(row?.["last"] ?? 0), leaseMs: Number(row?.["shortest"] ?? 0) };
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

  /** Whether this very request is over, by its deadline or taken back: repeated later, it is not a new one. */
  hasEnded(id: string, requestId: string): boolean {
    const rows = this.#sql.exec(
      "SELECT id FROM leases WHERE id = ? AND request = ? AND ended IS NOT NULL",
      id,
      requestId,
    );
    return [...rows].length > 0;
  }

  /** How it ended, for an hour. */
  ended(id: string): HandOffStatus {
    const since = Date.now() - REMEMBERED_MS;
    const [row] = this.#sql.exec("SELECT ended, ended_at FROM leases WHERE id = ? AND ended_at >= ?", id, since);
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
    extended: row["extended"] === 1,
  };
}
