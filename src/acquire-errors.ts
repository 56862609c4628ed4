// Errors of an acquire that no waiting would help: the lock is asked for in a way in which it is never granted.
import { LockError, NamedLockError, quote } from "./error-base.ts";

/**
 * Whoever asks has the lock already, or is about to take it: a Durable Object, or the owner of a lock that is not
 * reentrant.
 */
export class AlreadyHeldError extends NamedLockError {
  override readonly code = "ALREADY_HELD";

  /** @param by who has it: this Durable Object, or the owner that was passed */
  constructor(lockName: string, by: "object" | "owner") {
    const why =
      by === "object"
        ? "this object holds it or is acquiring it; call get()"
        : "this owner already holds it, and it is not reentrant; release it first";
    super("ALREADY_HELD", lockName, `cannot acquire lock ${quote(lockName)}: ${why}`);
  }
}

/** Whoever asks for the write lock reads: waiting for itself, it would never get it. */
export class UpgradeRefusedError extends NamedLockError {
  override readonly code = "UPGRADE_REFUSED";

  constructor(lockName: string) {
    super(
      "UPGRADE_REFUSED",
      lockName,
      `cannot acquire the write lock ${quote(lockName)}: this owner holds the read lock; release it first`,
    );
  }
}

/** The owner has as many holds of this lock as one owner may have. */
export class TooManyHoldsError extends NamedLockError {
  override readonly code = "TOO_MANY_HOLDS";

  constructor(lockName: string) {
    super(
      "TOO_MANY_HOLDS",
      lockName,
      `cannot acquire lock ${quote(lockName)} again: this owner has 1000 holds of it; release some`,
    );
  }
}

/** The Redis key of the lock, semaphore or latch holds something else. Nothing was changed. */
export class NotALockError extends LockError {
  override readonly code = "NOT_A_LOCK";
  /** The key in Redis that is in the way. */
  readonly key: string;

  constructor(key: string) {
    super(
      "NOT_A_LOCK",
      `the Redis key ${quote(key)} is not a lock of this kind, and was not changed; use another name or prefix, or delete the key`,
    );
    this.key = key;
  }
}

/** Nobody has said how many permits there are, or their `ttlMs` is over: waiting would not help. */
export class PermitsUnsetError extends NamedLockError {
  override readonly code = "PERMITS_UNSET";

  constructor(lockName: string) {
    super(
      "PERMITS_UNSET",
      lockName,
      `semaphore ${quote(lockName)} has no permits; pass { permits } with its name, or call trySetPermits`,
    );
  }
}
