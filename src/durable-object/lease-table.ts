// What a LeaseWatchdog stores: one row for each lease, written when it is joined, extended or ended, and never for a
// renewal.
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { HandOffStatus, KeepQuota } from "../watchdog/protocol.ts";
import { columnsOf, holdIn } from "./hold-columns.ts";
import type { KeptEnd, KeptLease } from "./kept-lease.ts";

/** What one request for a lease asked for; its deadline in epoch ms. */
export interface LeaseRequest {
  readonly id: string;
  readonly deadline: number;
  readonly leaseMs: number;
}

/**
 * A lease is kept by one request or several: until the last of their deadlines, with the lease of the latest of them.
 */
export interface StoredLease extends KeptLease {
  readonly requests: readonly LeaseRequest[];
}

/** In a row: those that keep it, and the ids of those that are over, which keep nothing however late a copy comes. */
interface Requests {
  readonly active: readonly LeaseRequest[];
  readonly over: readonly string[];
}

/** `countedFor`: the quota that the lease counts in, if any. */
interface ReadRow extends Requests {
  readonly lease: StoredLease | undefined;
  readonly end: SqlStorageValue;
  readonly countedFor: SqlStorageValue;
}

// How long an end can be asked for.
const REMEMBERED_MS = 3_600_000;
// Ends of the same ten minutes are forgotten by one alarm: an object with many leases would else wake for each of them.
const FORGET_TOGETHER_MS = 600_000;
const MAX_OVER = 20;
const MAX_ACTIVE = 50;

const TABLE = `CREATE TABLE IF NOT EXISTS leases (
  id TEXT PRIMARY KEY, lock TEXT, owner TEXT, hold TEXT, epoch TEXT, owner_is_new INTEGER, lease_ms INTEGER,
  shared INTEGER, joined_at INTEGER, deadline INTEGER, requests TEXT, ended TEXT, ended_at INTEGER, counted_for TEXT
) WITHOUT ROWID`;
// For what may be forgotten. Only of the ended ones, so that joining writes one row.
const INDEX = "CREATE INDEX IF NOT EXISTS leases_ended ON leases (ended_at) WHERE ended_at IS NOT NULL";

export class LeaseTable {
  readonly #sql: SqlStorage;
  /** Epoch ms, or Infinity; undefined: to be looked for. */
  #firstEnd: number | undefined;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLE);
    sql.exec(INDEX);
  }

  /**
   * Adds a request to a lease, or begins one with it; one that is there already stays as it was. Returns "released"
   * when the lease was, "over" when this very request is, by the end of the lease, or taken back, and "full" when it
   * would be one lease too many.
   */
  entrust(
    id: string,
    hold: GrantedHold,
    request: LeaseRequest,
    now: number,
    quota?: KeepQuota,
  ): StoredLease | "released" | "over" | "full" {
    const { lease, end, active, over, countedFor } = this.#read(id);
    if (end === "released") return "released";
    const known = active.some((before) => before.id === request.id);
    if (over.includes(request.id) || (known && lease === undefined)) return "over";
    if (known && lease !== undefined) return lease;
    if (lease === undefined && quota !== undefined && this.#countedFor(quota.of) >= quota.most) return "full";
    // Those of a row that has ended are over with it.
    const before = lease === undefined ? { active: [], over: overWith(over, active) } : { active, over };
    const requests = { ...before, active: [...before.active, request] };
    const counts = (lease === undefined ? null : countedFor) ?? quota?.of ?? null;
    return this.#write(id, hold, lease?.joinedAt ?? now, withoutPast(requests, now), counts);
  }

  /**
   * Takes back a request. Returns what is kept without it.
   * @param forGood any copy of it that is still to come is too late
   */
  withdraw(id: string, requestId: string, forGood: boolean): StoredLease | undefined {
    const { lease, countedFor, ...before } = this.#read(id);
    const active = before.active.filter((known) => known.id !== requestId);
    const over = forGood ? overWith(before.over, [{ id: requestId }]) : before.over;
    if (lease !== undefined && active.length > 0) {
      return this.#write(id, lease.hold, lease.joinedAt, { active, over }, countedFor);
    }
    this.#firstEnd = undefined;
    // An end that is there already stays as it is.
    this.#sql.exec(
      `INSERT INTO leases (id, requests, ended, ended_at) VALUES (?1, ?2, 'withdrawn', ?3) ON CONFLICT (id)
        DO UPDATE SET requests = ?2, ended = COALESCE(ended, 'withdrawn'), ended_at = COALESCE(ended_at, ?3)`,
      ...[id, JSON.stringify({ active, over }), Date.now()],
    );
    return undefined;
  }

  end(id: string, end: KeptEnd): void {
    this.#firstEnd = undefined;
    this.#sql.exec("UPDATE leases SET ended = ?, ended_at = ? WHERE id = ? AND ended IS NULL", end, Date.now(), id);
  }

  /** When the alarm has to come for what may be forgotten, epoch ms; Infinity: there is nothing. */
  forgetAt(): number {
    if (this.#firstEnd === undefined) {
      const [row] = this.#sql.exec("SELECT MIN(ended_at) first FROM leases WHERE ended_at IS NOT NULL");
      this.#firstEnd = Number(row?.["first"] ?? Number.POSITIVE_INFINITY);
    }
    return Math.ceil((this.#firstEnd + REMEMBERED_MS) / FORGET_TOGETHER_MS) * FORGET_TOGETHER_MS;
  }

  /** Forgets the ends that nobody can ask for any more. */
  forget(): void {
    const now = Date.now();
    if (this.forgetAt() > now) return;
    this.#sql.exec("DELETE FROM leases WHERE ended_at IS NOT NULL AND ended_at <= ?", now - REMEMBERED_MS);
    this.#firstEnd = undefined;
  }

  /** The lease of this id, unless it ended. */
  get(id: string): StoredLease | undefined {
    return this.#read(id).lease;
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
    return [...rows].map((row) => stored(row, requestsIn(row)));
  }

  /** How it ended, for an hour. */
  ended(id: string): HandOffStatus {
    const since = Date.now() - REMEMBERED_MS;
    const [row] = this.#sql.exec("SELECT ended, ended_at FROM leases WHERE id = ? AND ended_at >= ?", id, since);
    const state = row?.["ended"];
    if (state !== "released" && state !== "expired" && state !== "lost") return { state: "unknown" };
    return { state, endedAt: Number(row?.["ended_at"]) };
  }

  #read(id: string): ReadRow {
    const [row] = this.#sql.exec("SELECT * FROM leases WHERE id = ?", id);
    if (row === undefined) return { lease: undefined, end: null, active: [], over: [], countedFor: null };
    const [end, countedFor] = [row["ended"] ?? null, row["counted_for"] ?? null];
    const requests = requestsIn(row);
    return { ...requests, end, countedFor, lease: end === null ? stored(row, requests) : undefined };
  }

  /** How many leases of a quota have not ended. */
  #countedFor(of: string): number {
    const [row] = this.#sql.exec("SELECT COUNT(*) leases FROM leases WHERE ended IS NULL AND counted_for = ?", of);
    return Number(row?.["leases"]);
  }

  #write(
    id: string,
    asked: GrantedHold,
    joinedAt: number,
    requests: Requests,
    countedFor: SqlStorageValue,
  ): StoredLease {
    const deadline = Math.max(...requests.active.map((request) => request.deadline));
    const hold = { ...asked, leaseMs: requests.active.at(-1)?.leaseMs ?? asked.leaseMs };
    this.#sql.exec(
      "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, ?)",
      ...[id, ...columnsOf(hold), joinedAt, deadline, JSON.stringify(requests), countedFor],
    );
    return { id, hold, joinedAt, deadline, fixed: false, requests: requests.active };
  }
}

/** Extended again and again, a lease would have a row without end. */
function withoutPast({ active, over }: Requests, now: number): Requests {
  const latest = active.map(({ deadline }) => deadline).sort((one, other) => other - one);
  // What is dropped beyond the maximum ends before all that stays.
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
