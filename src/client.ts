// createLocks: all kinds of locks in one database.
import { Fence } from "./fence/fence.ts";
import type { ExclusiveLock } from "./locks/exclusive-lock.ts";
import { fairLock } from "./locks/fair-lock.ts";
import { type FencedLock, fencedLock } from "./locks/fenced-lock.ts";
import type { LockFamily, LockKind } from "./locks/kind.ts";
import { nonReentrantLock, spinLock } from "./locks/lock.ts";
import { PlainLocks } from "./locks/plain-locks.ts";
import { type ReadWriteLock, readLock, writeLock } from "./locks/read-write-lock.ts";
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
   * The plain lock, whose holds have a `fencingToken` that is higher than those of all holders before, by which what the lock protects
   * can refuse a holder whose time is over: Redisson's `getFencedLock(name)`, in one sequence with its tokens. Tokens rise
   * through expiry, restart and the loss of all data, unless the clock of Redis was set back. Unlike there, a re-entry has the token
   * of the first hold.
   * @throws INVALID_OPTION naming "name"
   */
  fencedLock(name: string): FencedLock {
    return this.exclusive(fencedLock, name);
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

  /**
   * Two locks of one name: many may read at once, or one may write. Redisson's `getReadWriteLock(name)`. An owner that writes may read
   * too, and goes on reading when it has released the write lock; one that reads gets UPGRADE_REFUSED for the write lock. Readers do not
   * wait for writers that wait.
   * @throws INVALID_OPTION naming "name"
   */
  readWriteLock(name: string): ReadWriteLock {
    const [read, write] = [this.exclusive(readLock, name), this.exclusive(writeLock, name)];
    return { name, readLock: () => read, writeLock: () => write };
  }

  /**
   * What makes a resource refuse whoever has an older token than one it has seen: one step each for a key in Redis, a row in SQL, and a
   * Durable Object's storage. Sends nothing by itself.
   * @param resource what the tokens are of: best the name of the fenced lock
   * @throws INVALID_OPTION naming "resource"
   */
  fence(resource: string): Fence {
    return new Fence(this.client, resource);
  }

  /** @internal */
  protected override kindOf(family: LockFamily): LockKind {
    if (family === "read") return readLock;
    if (family === "write") return writeLock;
    return family === "fair" ? this.#fair(true) : super.kindOf(family);
  }

  #fair(reentrant: boolean): LockKind {
    return fairLock(this.client.options.fairPatienceMs, { reentrant });
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
