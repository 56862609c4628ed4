// Errors of an acquire that waiting cannot help: the lock is never granted to such a request.
import { LockError, NamedLockError, quote } from "./error-base.ts";

/**
 * The caller already holds or acquires the lock: it is a Durable Object, or the `owner` of a lock that is not
 * reentrant.
 */
export class AlreadyHeldError extends NamedLockError {
  declare readonly code: "ALREADY_HELD";

  /**
   * @param lockName the lock's name, without the prefix
   * @param by who holds it: this Durable Object, or the `owner` that was passed
   */
  constructor(lockName: string, by: "object" | "owner") {
    const why =
      by === "object"
        ? "this object holds it or is acquiring it; call get()"
        : "this owner already holds it, and it is not reentrant; release it first";
    super("ALREADY_HELD", lockName, `cannot acquire lock ${quote(lockName)}: ${why}`);
  }
}

/** The owner that asks for the write lock holds the read lock: it would wait for itself forever. */
export class UpgradeRefusedError extends NamedLockError {
  declare readonly code: "UPGRADE_REFUSED";

  /** @param lockName the lock's name, without the prefix */
  constructor(lockName: string) {
    super(
      "UPGRADE_REFUSED",
      lockName,
      `cannot acquire the write lock ${quote(lockName)}: this owner holds the read lock; release it first`,
    );
  }
}

/** The owner has the maximum of holds of this lock: 1,000, or 64 of a read lock or through a lock API. */
export class TooManyHoldsError extends NamedLockError {
  declare readonly code: "TOO_MANY_HOLDS";

  /**
   * @param lockName the lock's name, without the prefix
   * @param most the most holds that an owner may have: default 1,000
   */
  constructor(lockName: string, most: number = 1_000) {
    super(
      "TOO_MANY_HOLDS",
      lockName,
      `cannot acquire lock ${quote(lockName)} again: this owner has ${most} holds of it; release some`,
    );
  }
}

/** The Redis key of the lock, semaphore or latch holds something else, or lost its TTL. Nothing was changed. */
export class NotALockError extends LockError {
  declare readonly code: "NOT_A_LOCK";
  override readonly outcome = "not-done";
  /** The Redis key that holds something else. */
  readonly key: string;

  /** @param key the Redis key that holds something else */
  constructor(key: string) {
    super(
      "NOT_A_LOCK",
      `the Redis key ${quote(key)} is not a lock of this kind, or lost its TTL, and was not changed; use another name or prefix, or delete the key if nothing uses it`,
    );
    this.key = key;
  }
}

/** No number of permits was set, or its `ttlMs` has passed, so waiting would not help. */
export class PermitsUnsetError extends NamedLockError {
  declare readonly code: "PERMITS_UNSET";

  /** @param lockName the lock's name, without the prefix */
  constructor(lockName: string) {
    super(
      "PERMITS_UNSET",
      lockName,
      `semaphore ${quote(lockName)} has no permits; pass { permits } with its name, or call trySetPermits`,
    );
  }
}
