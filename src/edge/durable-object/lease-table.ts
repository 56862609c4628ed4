// The rows of a LeaseWatchdog, one for each lease. A row is written when the lease is joined, extended or ended, never
// for a renewal.
import { epochNowMs } from "../../base/clock.ts";
import type { KeptEnd, KeptLease } from "../../lock/keeper/kept-lease.ts";
import type { GrantedHold } from "../../lock/protocol.ts";
import type { HandOffStatus } from "../../lock/watchdog/watchdog.ts";
import { columnsOf, HOLD_COLUMNS, holdIn } from "./hold-columns.ts";

/** The terms of one request for a lease; its deadline in epoch ms. */
export interface LeaseRequest {
  readonly id: string;
  readonly deadline: number;
  readonly leaseMs: number;
}

/**
 * A lease that is kept for one or more requests: until the last of their deadlines, with the lease of the latest
 * request.
 */
export interface StoredLease extends KeptLease {
  readonly requests: readonly LeaseRequest[];
}

/**
 * The requests of a row: the active ones, which keep the lease, and the ids of ended ones, so that no late copy keeps
 * anything.
 */
interface Requests {
  readonly active: readonly LeaseRequest[];
  readonly over: readonly string[];
}

/** A row as read. */
interface ReadRow extends Requests {
  readonly lease: StoredLease | undefined;
  readonly end: SqlStorageValue;
}

// How long the end of a lease can be queried.
const REMEMBERED_MS = 3_600_000;
// One alarm forgets the ends of the same ten minutes. Otherwise an object with many leases would wake for each of them.
const FORGET_TOGETHER_MS = 600_000;
const MAX_OVER = 20;
const MAX_ACTIVE = 50;

const TABLE = `CREATE TABLE IF NOT EXISTS leases (
  id TEXT PRIMARY KEY, lock TEXT, owner TEXT, hold TEXT, epoch TEXT, owner_is_new INTEGER, lease_ms INTEGER,
  shared INTEGER, label TEXT, joined_at INTEGER, deadline INTEGER, requests TEXT, ended TEXT, ended_at INTEGER
) WITHOUT ROWID`;
// Finds what may be forgotten. It has only ended leases, so that joining writes one row.
const INDEX = "CREATE INDEX IF NOT EXISTS leases_ended ON leases (ended_at) WHERE ended_at IS NOT NULL";

export class LeaseTable {
  readonly #sql: SqlStorage;
  /** Epoch ms, or Infinity; undefined: must be queried. */
  #firstEnd: number | undefined;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLE);
    sql.exec(INDEX);
  }

  /**
   * Adds a request to a lease, or creates the lease for it. A known request is unchanged. Returns "released" if the
   * lease was released; "over" if this request has ended, with its lease or by a withdrawal.
   */
  entrust(id: string, hold: GrantedHold, request: LeaseRequest, now: number): StoredLease | "released" | "over" {
    const { lease, end, active, over } = this.#read(id);
    if (end === "released") return "released";
    const known = active.some((before) => before.id === request.id);
    if (over.includes(request.id) || (known && lease === undefined)) return "over";
    if (known && lease !== undefined) return lease;
    // The requests of an ended row have ended with it.
    const before = lease === undefined ? { active: [], over: overWith(over, active) } : { active, over };
    const requests = { ...before, active: [...before.active, request] };
    return this.#write(id, hold, lease?.joinedAt ?? now, withoutPast(requests, now));
  }

  /**
   * Withdraws a request. Returns the lease that the other requests keep, if any.
   * @param forGood also rejects any later copy of the request
   */
  withdraw(id: string, requestId: string, forGood: boolean): StoredLease | undefined {
    const { lease, ...before } = this.#read(id);
    const active = before.active.filter((known) => known.id !== requestId);
    const over = forGood ? overWith(before.over, [{ id: requestId }]) : before.over;
    if (lease !== undefined && active.length > 0) {
      return this.#write(id, lease.hold, lease.joinedAt, { active, over });
    }
    this.#firstEnd = undefined;
    // A stored end is not changed.
    this.#sql.exec(
      `INSERT INTO leases (id, requests, ended, ended_at) VALUES (?1, ?2, 'withdrawn', ?3) ON CONFLICT (id)
        DO UPDATE SET requests = ?2, ended = COALESCE(ended, 'withdrawn'), ended_at = COALESCE(ended_at, ?3)`,
      ...[id, JSON.stringify({ active, over }), epochNowMs()],
    );
    return undefined;
  }

  end(id: string, end: KeptEnd): void {
    this.#firstEnd = undefined;
    this.#sql.exec("UPDATE leases SET ended = ?, ended_at = ? WHERE id = ? AND ended IS NULL", end, epochNowMs(), id);
  }

  /** Returns when the alarm must come to forget ends, epoch ms; Infinity: there is nothing to forget. */
  forgetAt(): number {
    if (this.#firstEnd === undefined) {
      const [row] = this.#sql.exec("SELECT MIN(ended_at) first FROM leases WHERE ended_at IS NOT NULL");
      this.#firstEnd = Number(row?.["first"] ?? Number.POSITIVE_INFINITY);
    }
    return Math.ceil((this.#firstEnd + REMEMBERED_MS) / FORGET_TOGETHER_MS) * FORGET_TOGETHER_MS;
  }

  /** Forgets the ends that can no longer be queried. */
  forget(): void {
    const now = epochNowMs();
    if (this.forgetAt() > now) return;
    this.#sql.exec("DELETE FROM leases WHERE ended_at IS NOT NULL AND ended_at <= ?", now - REMEMBERED_MS);
    this.#firstEnd = undefined;
  }

  /** Returns the lease of this id, unless it has ended. */
  get(id: string): StoredLease | undefined {
    return this.#read(id).lease;
  }

  /** Returns the last deadline, epoch ms, and the shortest lease, ms, of all leases that have not ended; 0: none. */
  terms(): { lastDeadline: number; leaseMs: number } {
    const [row] = this.#sql.exec("SELECT MAX(deadline) last, MIN(lease_ms) shortest FROM leases WHERE ended IS NULL");
    return { lastDeadline: Number(row?.["last"] ?? 0), leaseMs: Number(row?.["shortest"] ?? 0) };
  }

  /** Returns the leases that have not ended, with ids after `after`, ordered by id. */
  open(after = "", limit = -1): StoredLease[] {
    const rows = this.#sql.exec(
      "SELECT * FROM leases WHERE id > ? AND ended IS NULL ORDER BY id LIMIT ?",
      after,
      limit,
    );
    return [...rows].map((row) => stored(row, requestsIn(row)));
  }

  /** Returns how a lease ended, for an hour after its end. */
  ended(id: string): HandOffStatus {
    const since = epochNowMs() - REMEMBERED_MS;
    const [row] = this.#sql.exec("SELECT ended, ended_at FROM leases WHERE id = ? AND ended_at >= ?", id, since);
    const state = row?.["ended"];
    if (state !== "released" && state !== "expired" && state !== "lost") return { state: "unknown" };
    return { state, endedAt: Number(row?.["ended_at"]) };
  }

  #read(id: string): ReadRow {
    const [row] = this.#sql.exec("SELECT * FROM leases WHERE id = ?", id);
    if (row === undefined) return { lease: undefined, end: null, active: [], over: [] };
    const end = row["ended"] ?? null;
    const requests = requestsIn(row);
    return { ...requests, end, lease: end === null ? stored(row, requests) : undefined };
  }

  #write(id: string, asked: GrantedHold, joinedAt: number, requests: Requests): StoredLease {
    const deadline = Math.max(...requests.active.map((request) => request.deadline));
    const hold = { ...asked, leaseMs: requests.active.at(-1)?.leaseMs ?? asked.leaseMs };
    this.#sql.exec(
      `INSERT OR REPLACE INTO leases (id, ${HOLD_COLUMNS}, joined_at, deadline, requests)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, ...columnsOf(hold), joinedAt, deadline, JSON.stringify(requests)],
    );
    return { id, hold, joinedAt, deadline, fixed: false, requests: requests.active };
  }
}

/** Drops past requests: the row of a lease that is extended again and again must not grow for ever. */
function withoutPast({ active, over }: Requests, now: number): Requests {
  const latest = active.map(({ deadline }) => deadline).sort((one, other) => other - one);
  // Beyond the maximum, drop the requests that end first.
  const from = Math.max(now + 1, latest[MAX_ACTIVE - 1] ?? 0);
  const stays = active.filter((request) => request.deadline >= from || request === active.at(-1));
  const past = active.filter((request) => !stays.includes(request));
  return { active: stays, over: overWith(over, past) };
}

function overWith(over: readonly string[], more: readonly Pick<LeaseRequest, "id">[]): string[] {
  return [...over, ...more.map(({ id }) => id)].slice(-MAX_OVER);
}

function requestsIn(row: Record<string, SqlStorageValue>): Requests {
  return JSON.parse(String(row["requests"]));
}

function stored(row: Record<string, SqlStorageValue>, { active }: Requests): StoredLease {
  return {
    id: String(row["id"]),
    hold: holdIn(row),
    joinedAt: Number(row["joined_at"]),
    deadline: Number(row["deadline"]),
    fixed: false,
    requests: active,
  };
}
