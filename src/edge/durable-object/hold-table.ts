// The rows of DurableLocks in the user's object, one for each hold, and a copy in memory. A row is written before the
// first attempt, at the grant, before a release and at the end.
import { epochNowMs } from "../../base/clock.ts";
import type { KeptLease } from "../../lock/keeper/kept-lease.ts";
import type { LockName } from "../../lock/keys.ts";
import type { ResolvedAcquireOptions } from "../../lock/options.ts";
import type { GrantedHold } from "../../lock/protocol.ts";
import { columnsOf, holdIn, idOf } from "./hold-columns.ts";

/**
 * "acquiring": attempts are in flight, or were when the object ended. "leaving": it must be released, and Redis has not
 * confirmed that yet.
 */
export type StoredState = "acquiring" | "held" | "leaving";

export interface StoredHold {
  /** The lock's name, without prefix. */
  readonly name: string;
  readonly state: StoredState;
  readonly hold: GrantedHold;
  /** Start of this state, epoch ms. */
  readonly since: number;
}

/** A lock of a Durable Object. Instants are epoch ms. */
export interface DurableHold {
  /** The lock's name, without the prefix. */
  readonly name: string;
  readonly owner: string;
  /** The lease that each renewal sets, in ms. */
  readonly leaseMs: number;
  /** "held"; "acquiring": not yet granted; "leaving": its release is not confirmed yet. */
  readonly state: StoredState;
  readonly since: number;
}

const TABLE = `CREATE TABLE IF NOT EXISTS leasehound_holds (
  id TEXT PRIMARY KEY, name TEXT, state TEXT, lock TEXT, owner TEXT, hold TEXT, epoch TEXT, owner_is_new INTEGER,
  lease_ms INTEGER, shared INTEGER, label TEXT, lease_fixed INTEGER, since INTEGER
) WITHOUT ROWID`;

export class HoldTable {
  readonly #sql: SqlStorage;
  readonly #holds = new Map<string, StoredHold>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#sql.exec(TABLE);
    for (const row of sql.exec("SELECT * FROM leasehound_holds")) {
      const hold = stored(row);
      this.#holds.set(idOf(hold.hold), hold);
    }
  }

  /** Returns and forgets the holds that the user's own `storage.deleteAll()` deleted. */
  takeDeleted(): StoredHold[] {
    const [table] = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'leasehound_holds'");
    if (table !== undefined) return [];
    this.#sql.exec(TABLE);
    const deleted = this.all();
    this.#holds.clear();
    return deleted;
  }

  put(hold: StoredHold): void {
    this.#holds.set(idOf(hold.hold), hold);
    this.#sql.exec(
      "INSERT OR REPLACE INTO leasehound_holds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[idOf(hold.hold), hold.name, hold.state, ...columnsOf(hold.hold), hold.hold.leaseFixed ? 1 : 0, hold.since],
    );
  }

  /** Deletes a hold. Returns whether it existed. */
  delete(hold: StoredHold): boolean {
    this.#sql.exec("DELETE FROM leasehound_holds WHERE id = ?", idOf(hold.hold));
    return this.#holds.delete(idOf(hold.hold));
  }

  all(): StoredHold[] {
    return [...this.#holds.values()];
  }

  get(id: string): StoredHold | undefined {
    return this.#holds.get(id);
  }

  /** Returns the latest hold on a lock whose release is not confirmed. */
  leaving(name: string): StoredHold | undefined {
    return this.all()
      .filter((hold) => hold.name === name && hold.state === "leaving")
      .at(-1);
  }

  /** Returns the one hold on a lock that is not being released. */
  current(name: string): StoredHold | undefined {
    return this.all().find((hold) => hold.name === name && hold.state !== "leaving");
  }
}

/** Returns the hold to store before the first attempt. `newOwner`: used unless the caller passed an owner. */
export function intended({ name, key }: LockName, options: ResolvedAcquireOptions, newOwner: string): StoredHold {
  const { owner, leaseMs, leaseFixed, label } = options;
  const holdId = owner === undefined ? newOwner : crypto.randomUUID();
  const hold: GrantedHold = {
    key,
    owner: owner ?? newOwner,
    holdId,
    ownerIsNew: owner === undefined,
    leaseMs,
    leaseFixed,
    label,
    epoch: "",
  };
  return { name, state: "acquiring", hold, since: epochNowMs() };
}

/** Returns whether an acquire with these options asks for the same hold as `stored`. */
export function sameIntent({ hold }: StoredHold, options: ResolvedAcquireOptions): boolean {
  const sameOwner = options.owner === undefined ? hold.ownerIsNew : options.owner === hold.owner;
  return sameOwner && hold.leaseMs === options.leaseMs && hold.leaseFixed === options.leaseFixed;
}

export function listed({ name, hold: { owner, leaseMs }, state, since }: StoredHold): DurableHold {
  return { name, owner, leaseMs, state, since };
}

/** Returns a hold as the LeaseKeeper needs it. */
export function leaseOf(stored: StoredHold): KeptLease {
  const { hold, since } = stored;
  const { leaseFixed = false } = hold;
  const deadline = leaseFixed ? since + hold.leaseMs : Number.POSITIVE_INFINITY;
  return { id: idOf(hold), hold, joinedAt: since, deadline, fixed: leaseFixed };
}

function stored(row: Record<string, SqlStorageValue>): StoredHold {
  const state = row["state"];
  return {
    name: String(row["name"]),
    state: state === "held" || state === "acquiring" ? state : "leaving",
    hold: { ...holdIn(row), leaseFixed: row["lease_fixed"] === 1 },
    since: Number(row["since"]),
  };
}
