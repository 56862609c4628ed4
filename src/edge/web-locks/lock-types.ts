// The arguments and results of a lock manager, by the names of the Web Locks specification. They refer to no library of
// types, so that a program compiles with and without the DOM's.

/** How many may hold a lock: one, or all that ask for "shared". */
export type LockMode = "exclusive" | "shared";

/** Options of `request`. */
export interface LockOptions {
  /** Default: "exclusive". */
  readonly mode?: LockMode | undefined;
  /** Calls the callback with `null` if the lock is not free at once. Default: false. */
  readonly ifAvailable?: boolean | undefined;
  /** Takes an exclusive lock from all that hold it, and passes the queue. Default: false. */
  readonly steal?: boolean | undefined;
  /** Ends the wait: the promise rejects with its reason. It does nothing once the callback is called. */
  readonly signal?: AbortSignal | undefined;
}

/** One hold or one waiting request, in a snapshot. */
export interface LockInfo {
  readonly name: string;
  readonly mode: LockMode;
  /** The lock manager of the request; the client of a hold that no lock manager has. */
  readonly clientId: string;
}

/** What `query` found. */
export interface LockManagerSnapshot {
  readonly held: LockInfo[];
  /** The requests that wait: those of one name in their order. */
  readonly pending: LockInfo[];
}

/** The facts that a callback may know of its hold, beyond the specification. */
export interface LockHold {
  /** The owner in Redis, of this request alone. */
  readonly owner: string;
  /**
   * Decimal digits, of an exclusive lock: a number higher than the tokens of all earlier holders. Undefined for a
   * shared lock.
   */
  readonly fencingToken: string | undefined;
  /** The end of this hold's validity, in epoch ms of the local clock. For display: decide by `signal`. */
  readonly validUntil: number;
  /**
   * Aborts when the lock is stolen or lost: at the latest when its lease ends on the local clock. Its reason is the
   * LockError.
   */
  readonly signal: AbortSignal;
}
