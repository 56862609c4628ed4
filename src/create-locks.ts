// createLocks: all kinds of locks in one database.

import { PlainLocks } from "./client.ts";
import { type Fence, TokenFence } from "./fence/fence.ts";
import type { Held } from "./hold/held.ts";
import type { ClientContext, LockKind, LockKindId } from "./hold/kind.ts";
import { shownAs } from "./inspect.ts";
import { lockName } from "./keys.ts";
import { type CompositeLock, CompositeLockObject, membersOf } from "./locks/composite-lock.ts";
import { type CountDownLatch, Latch } from "./locks/count-down-latch.ts";
import { fairKind } from "./locks/fair-lock.ts";
import { type FencedLock, fencedKind } from "./locks/fenced-lock.ts";
import type { SemaphoreOptions } from "./locks/initial-permits.ts";
import type { Lock, Member } from "./locks/lock.ts";
import { multiKind } from "./locks/multi-lock.ts";
import { ExpirableSemaphore, type PermitExpirableSemaphore } from "./locks/permit-expirable-semaphore.ts";
import { type ReadWriteLock, readKind, writeKind } from "./locks/read-write-lock.ts";
import { redKind } from "./locks/red-lock.ts";
import { nonReentrantKind, spinKind } from "./locks/reentrant-lock.ts";
import { PlainSemaphore, type Semaphore } from "./locks/semaphore.ts";
import { type SingleFlightOptions, singleFlight } from "./locks/single-flight.ts";
import type { LocksOptions } from "./options.ts";

/** The locks of one database. */
export interface Locks extends Pick<AllLocks, keyof AllLocks> {}

export class AllLocks extends PlainLocks {
  /**
   * A lock that goes to whoever has waited longest: Redisson's `getFairLock(name)`, in one queue with its waiters. A waiter that dies,
   * or cannot reach Redis for 15 s, loses its place.
   * @throws INVALID_OPTION naming "name"
   */
  fairLock(name: string): Lock {
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
    return this.exclusive(fencedKind, name);
  }

  /**
   * The plain lock, waited for by polling, for databases or names without release messages: Redisson's `getSpinLock(name)`. It tells its
   * release all the same, so that others may wait for it by message.
   * @throws INVALID_OPTION naming "name"
   */
  spinLock(name: string): Lock {
    return this.exclusive(spinKind, name);
  }

  /**
   * The plain lock, but an owner that has it gets ALREADY_HELD instead of one more hold: Redisson's `getNonReentrantLock(name)`. It
   * matters only to whoever passes an `owner`.
   * @throws INVALID_OPTION naming "name"
   */
  nonReentrantLock(name: string): Lock {
    return this.exclusive(nonReentrantKind, name);
  }

  /**
   * The fair lock, but not reentrant, as `nonReentrantLock`: Redisson's `getNonReentrantFairLock(name)`.
   * @throws INVALID_OPTION naming "name"
   */
  nonReentrantFairLock(name: string): Lock {
    return this.exclusive(this.#fair(false), name);
  }

  /**
   * Two locks of one name: many may read at once, or one may write. Redisson's `getReadWriteLock(name)`. An owner that writes may read
   * too, and goes on reading when it has released the write lock; one that reads gets UPGRADE_REFUSED for the write lock. Readers do not
   * wait for writers that wait.
   * @throws INVALID_OPTION naming "name"
   */
  readWriteLock(name: string): ReadWriteLock {
    const [read, write] = [this.exclusive(readKind, name), this.exclusive(writeKind, name)];
    return shownAs({ name, readLock: () => read, writeLock: () => write }, "ReadWriteLock", () => ({ name }));
  }

  /**
   * A semaphore whose permits have ids and leases, so that one that dies gives its permit back: Redisson's
   * `getPermitExpirableSemaphore(name)`.
   * @param options `permits`: how many there are, 1 to 2,147,483,647; set by the first acquire that finds none set
   * @throws INVALID_OPTION naming "name" or "permits"
   */
  permitExpirableSemaphore(name: string, options?: SemaphoreOptions): PermitExpirableSemaphore {
    return new ExpirableSemaphore(this.#client, lockName(this.#client.options.prefix, name), options);
  }

  /**
   * Makes one lock of several. It is acquired when all of them are, and never waits while it holds any, so two such locks
   * cannot deadlock.
   * They may be of any kind, and in several databases; the plain ones of one database cost two requests in all. It stands in no queue, and
   * has no fencing token. Redisson's `getMultiLock(…)`.
   * @param locks 1 to 100, each of another name or database; in any order. They are closed with these locks, not with those they came from
   * @throws INVALID_OPTION naming "locks"
   */
  multiLock(...locks: readonly Lock[]): CompositeLock {
    const nameOf = ({ client, key }: Member): string => `${client.redis.database} ${key}`;
    const members = membersOf(locks, nameOf, "two locks of one name");
    return new CompositeLockObject(this.#client, multiKind(members), members);
  }

  /**
   * More than half of these locks as one: it outlives the loss of the other databases. Redisson's `getRedLock(…)`.
   * @param locks 1 to 100, each in a database of its own that shares nothing with the others; best three or five, all of one name
   * @throws INVALID_OPTION naming "locks"
   */
  redLock(...locks: readonly Lock[]): CompositeLock {
    const members = membersOf(locks, ({ client }) => client.redis.database, "two locks of one database");
    return new CompositeLockObject(this.#client, redKind(members), members);
  }

  /**
   * One caller at a time runs `fn`, the others wait for its result: to fill a cache, to refresh a token. A result that is there is served
   * without running anything. The lock is the plain one of this name, kept alive while `fn` runs, for 15 minutes at the most. A run that
   * lost it counts for nothing: its caller gets the newer result of another, or runs `fn` once more. All callers get what went through
   * JSON. Redisson has nothing like it.
   * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost. Its result: 30,000 bytes of JSON at the most
   * @param options `ttlMs`: how long a result may be served, 1 to 2,147,483,647; `waitMs` and the others as of `acquire`
   * @returns what `fn` gave, here or at another caller
   * @throws what `fn` throws, where it ran; INVALID_OPTION naming "fn" when its result is too large; FLIGHT_FAILED for those who waited for
   *   it; LOCK_BUSY when `waitMs` has passed; LOCK_LOST when the lock was lost twice; and as `acquire`
   */
  async singleFlight<T>(
    name: string,
    fn: (held: Held) => T | PromiseLike<T>,
    options: SingleFlightOptions,
  ): Promise<T> {
    return singleFlight(this.#client, lockName(this.#client.options.prefix, name), fn, options);
  }

  /**
   * A number of permits for anybody to take and give back, without owner or lease: Redisson's `getSemaphore(name)`. Those of a taker that
   * crashed are lost.
   * @param options `permits`: how many there are, 1 to 2,147,483,647; set by the first acquire that finds none set
   * @throws INVALID_OPTION naming "name" or "permits"
   */
  semaphore(name: string, options?: SemaphoreOptions): Semaphore {
    return new PlainSemaphore(this.#client, lockName(this.#client.options.prefix, name), options);
  }

  /**
   * Holds back who waits until it was counted down to 0: Redisson's `getCountDownLatch(name)`. One that nobody has set is open.
   * @throws INVALID_OPTION naming "name"
   */
  countDownLatch(name: string): CountDownLatch {
    return new Latch(this.#client, lockName(this.#client.options.prefix, name));
  }

  /**
   * What makes a resource refuse whoever has an older token than one it has seen: one step each for a key in Redis, a row in SQL, and a
   * Durable Object's storage. Sends nothing by itself.
   * @param resource what the tokens are of: best the name of the fenced lock
   * @throws INVALID_OPTION naming "resource"
   */
  fence(resource: string): Fence {
    return new TokenFence(this.#client, resource);
  }

  /** @internal */
  protected override kindOf(family: LockKindId): LockKind {
    if (family === "read") return readKind;
    if (family === "write") return writeKind;
    return family === "fair" ? this.#fair(true) : super.kindOf(family);
  }

  get #client(): ClientContext {
    return PlainLocks.clientOf(this);
  }

  #fair(reentrant: boolean): LockKind {
    return fairKind(this.#client.options.fairPatienceMs, { reentrant });
  }
}

/**
 * Locks in one Redis database, over HTTP. Sends nothing by itself.
 * @param options `redis` (url and token, or an @upstash/redis client), and the defaults of every lock: see LocksOptions
 * @throws INVALID_OPTION naming the option
 */
export function createLocks(options: LocksOptions): Locks {
  return new AllLocks(options);
}
