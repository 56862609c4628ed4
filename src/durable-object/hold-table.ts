// What DurableLocks stores in the user's object: one row for each hold, written before the first try, at the grant,
// before a release and at the end; and the same in memory.

import type { LockName } from "../keys.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { ResolvedAcquireOptions } from "../options.ts";
import { columnsOf, holdIn, idOf } from "./hold-columns.ts";
import type { KeptLease } from "./kept-lease.ts";

/**
 * "acquiring": tries are under way, or were when the object ended. "leaving": it is to be given back, and Redis has not
 * confirmed that it was.
 */
export type StoredState = "acquiring" | "held" | "leaving";

export interface StoredHold {
  /** The lock's name, without prefix. */
  readonly name: string;
  readonly state: StoredState;
  readonly hold: GrantedHold;
  /** Of this state, epoch ms. */
  readonly since: number;
}

/** A lock of an object, as its users see it. Instants are epoch ms. */
export interface DurableHold {
  readonly name: string;
  readonly owner: string;
  readonly leaseMs: number;
  /** "acquiring" and "leaving" are on their way in and out. */
  readonly state: StoredState;
  readonly since: number;
}

const TABLE = `CREATE TABLE IF NOT EXISTS leasehound_holds (
  id TEXT PRIMARY KEY, name TEXT, state TEXT, lock TEXT, owner TEXT, hold TEXT, epoch TEXT, owner_is_new INTEGER,
  lease_ms INTEGER, shared INTEGER, lease_fixed INTEGER, since INTEGER
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

  /** What the user's own `storage.deleteAll()` took from under this instance: it is kept no more. */
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
      "INSERT OR REPLACE INTO leasehound_holds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[idOf(hold.hold), hold.name, hold.state, ...columnsOf(hold.hold), hold.hold.leaseFixed ? 1 : 0, hold.since],
    );
  }

  /** Returns whether it was there. */
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

  /** The last one on its way out. */
  leaving(name: string): StoredHold | undefined {
    return this.all()
      .filter((hold) => hold.name === name && hold.state === "leaving")
      .at(-1);
  }

  /** The one hold on a lock that is not on its way out. */
  current(name: string): StoredHold | undefined {
    return this.all().find((hold) => hold.name === name && hold.state !== "leaving");
  }
}

/** What is stored before the first try. `newOwner`: unless the caller passed one. */
export function intended({ name, key }: LockName, options: ResolvedAcquireOptions, newOwner: string): StoredHold {
  const { owner, leaseMs, leaseFixed } = options;
  const holdId = owner === undefined ? newOwner : crypto.randomUUID();
  const hold: GrantedHold = {
    key,
    owner: owner ?? newOwner,
    holdId,
    ownerIsNew: owner === undefined,
    leaseMs,
    leaseFixed,
    epoch: "",
  };
  return { name, state: "acquiring", hold, since: Date.now() };
}

/** Whether an acquire with these options asks for what `stored` was to be. */
export function sameIntent({ hold }: StoredHold, options: ResolvedAcquireOptions): boolean {
  const sameOwner = options.owner === undefined ? hold.ownerIsNew : options.owner === hold.owner;
  return sameOwner && hold.leaseMs === options.leaseMs && hold.leaseFixed === options.leaseFixed;
}

export function listed({ name, hold: { owner, leaseMs }, state, since }: StoredHold): DurableHold {
  return { name, owner, leaseMs, state, since };
}

/** A hold as the keeper of leases has it. */
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
