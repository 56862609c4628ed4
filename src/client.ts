// createLocks: all kinds of locks in one database.
import type { ExclusiveLock } from "./locks/exclusive-lock.ts";
import { fairLock } from "./locks/fair-lock.ts";
import type { LockFamily, LockKind } from "./locks/kind.ts";
import { nonReentrantLock, spinLock } from "./locks/lock.ts";
import { PlainLocks } from "./locks/plain-locks.ts";
import type { LocksOptions } from "./options.ts";

/** The locks of one database. */
export class Locks extends PlainLocks {
  /**
   * A lock that goes to whoever has waited longest: Redisson's `getFairLock(name)`, in one queue with its waiters. A waiter that dies,
   * or cannot reach Redis for 15 s, loses its place.
   * @throws INVALID_OPTION naming "name"
   */
  fairLock(name: string): ExclusiveLock {
    return this.exclusive(this.#fair(true), name);
  }

  /**
   * The plain lock, waited for by polling, for databases or names without release messages: Redisson's `getSpinLock(name)`. It tells its
   * release all the same, so that others may wait for it by message.
   * @throws INVALID_OPTION naming "name"
   */
  spinLock(name: string): ExclusiveLock {
    return this.exclusive(spinLock, name);
  }

  /**
   * The plain lock, but an owner that has it gets ALREADY_HELD instead of one more hold: Redisson's `getNonReentrantLock(name)`. It
   * matters only to whoever passes an `owner`.
   * @throws INVALID_OPTION naming "name"
   */
  nonReentrantLock(name: string): ExclusiveLock {
    return this.exclusive(nonReentrantLock, name);
  }

  /**
   * The fair lock, but not reentrant, as `nonReentrantLock`: Redisson's `getNonReentrantFairLock(name)`.
   * @throws INVALID_OPTION naming "name"
   */
  nonReentrantFairLock(name: string): ExclusiveLock {
    return this.exclusive(this.#fair(false), name);
  }

  /** @internal */
  protected override kindOf(family: LockFamily): LockKind {
    return family === "fair" ? this.#fair(true) : super.kindOf(family);
  }

  #fair(reentrant: boolean): LockKind {
    return fairLock(this.options.fairPatienceMs, { reentrant });
  }
}

/**
 * Locks in one Redis database, over HTTP. Sends nothing by itself.
 * @param options `redis` (url and token, or an @upstash/redis client), and the defaults of every lock: see LocksOptions
 * @throws INVALID_OPTION naming the option
 */
export function createLocks(options: LocksOptions): Locks {
  return new Locks(options);
}
