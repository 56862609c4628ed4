// createLocks: every kind of lock in one database, as methods of one object.

import { InvalidOptionError } from "../base/errors.ts";
import { showsAs } from "../base/printing.ts";
import { withAllParts } from "./all-parts.ts";
import { contextOf, LockClient } from "./client.ts";
import type { LocksOptions } from "./client-options.ts";
import { type Fence, fence } from "./fence/fence.ts";
import type { Held } from "./hold/held.ts";
import type { CompositeLock } from "./kinds/composite-lock.ts";
import { type CountDownLatch, countDownLatch } from "./kinds/count-down-latch.ts";
import { fairLock, nonReentrantFairLock } from "./kinds/fair-lock.ts";
import { fairReadWriteLock } from "./kinds/fair-read-write-lock.ts";
import { type FencedLock, fencedLock } from "./kinds/fenced-lock.ts";
import type { SemaphoreOptions } from "./kinds/initial-permits.ts";
import type { KeptByJson } from "./kinds/json-result.ts";
import { type ListLocksOptions, type LockPage, listLocks } from "./kinds/list-locks.ts";
import type { Lock } from "./kinds/lock.ts";
import { multiLock } from "./kinds/multi-lock.ts";
import { withNewest } from "./kinds/newest.ts";
import { type PermitExpirableSemaphore, permitExpirableSemaphore } from "./kinds/permit-expirable-semaphore.ts";
import { readWriteLock } from "./kinds/read-write-lock.ts";
import { redLock } from "./kinds/red-lock.ts";
import { lock, nonReentrantLock, spinLock } from "./kinds/reentrant-lock.ts";
import { resumeAnyHold } from "./kinds/registry.ts";
import { type Semaphore, semaphore } from "./kinds/semaphore.ts";
import type { ReadWriteLock } from "./kinds/shared-lock.ts";
import { type SingleFlightOptions, singleFlight } from "./kinds/single-flight.ts";
import type { NewestOptions } from "./kinds/with-hold.ts";
import { advice } from "./parts/advice.ts";

export { LOCKS_OPTIONS } from "./all-parts.ts";

/** The locks of one database: a client with a method for each kind. */
export interface Locks extends Pick<AllLocks, keyof AllLocks> {}

export class AllLocks extends LockClient {
  constructor(options: LocksOptions) {
    super(withAllParts(options));
    contextOf(this).advice = advice();
  }

  /**
   * Returns the lock of this name, for work that only one caller may do at a time. Its owner may acquire it again: it
   * is reentrant.
   * @param name the lock's name, without the prefix
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.lock("orders:42").acquire();
   */
  lock(name: string): Lock {
    return lock(this, name);
  }

  /**
   * Runs `fn` with the lock of this name: acquires it, renews it while `fn` runs, and releases it. Short for
   * `lock(name).withLock(fn, options)`.
   * @param name the lock's name, without the prefix
   * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost
   * @param options see `Lock.withLock`; `mode: "newest"`: interrupts the call that runs, see NewestOptions
   * @returns the result of `fn`
   * @throws the error of `fn`; LOCK_BUSY when `waitMs` has passed; LOCK_LOST or LOCK_STOLEN; see `Lock.withLock`
   * @example
   * const receipt = await locks.withLock("orders:42", (held) => charge(order, { signal: held.signal }));
   */
  async withLock<T>(name: string, fn: (held: Held) => T | PromiseLike<T>, options?: NewestOptions): Promise<T> {
    const lock = this.lock(name);
    if (options === undefined || !Object.hasOwn(Object(options), "mode")) return lock.withLock(fn, options);
    const { mode, ...rest } = options;
    if (mode === undefined) return lock.withLock(fn, rest);
    if (mode !== "newest") throw new InvalidOptionError("mode", 'must be "newest"');
    return withNewest(contextOf(this), lock, fn, rest);
  }

  /**
   * Returns the fair lock of this name, for waiters that must be served in the order of their arrival.
   * @param name the lock's name, without the prefix
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.fairLock("orders:42").acquire();
   */
  fairLock(name: string): Lock {
    return fairLock(this, name);
  }

  /**
   * Returns the fenced lock of this name, for resources that can refuse a stale holder: its holds have rising tokens.
   * @param name the lock's name, without the prefix
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.fencedLock("invoices").acquire();
   */
  fencedLock(name: string): FencedLock {
    return fencedLock(this, name);
  }

  /**
   * Returns the spin lock of this name, for databases or names without release messages: its waiters poll.
   * @param name the lock's name, without the prefix
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.spinLock("orders:42").acquire();
   */
  spinLock(name: string): Lock {
    return spinLock(this, name);
  }

  /**
   * Returns the non-reentrant lock of this name, for callers that pass an `owner` and must not hold it twice: a second
   * acquire of that owner throws ALREADY_HELD.
   * @param name the lock's name, without the prefix
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.nonReentrantLock("orders:42").acquire({ owner: "worker-7" });
   */
  nonReentrantLock(name: string): Lock {
    return nonReentrantLock(this, name);
  }

  /**
   * Returns the non-reentrant fair lock of this name: it serves waiters in the order of their arrival, and a second
   * acquire of its owner throws ALREADY_HELD.
   * @param name the lock's name, without the prefix
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.nonReentrantFairLock("orders:42").acquire({ owner: "worker-7" });
   */
  nonReentrantFairLock(name: string): Lock {
    return nonReentrantFairLock(this, name);
  }

  /**
   * Returns the read lock and the write lock of this name, for data that many may read at once, or one may write.
   * @param name the name of both locks, without the prefix
   * @returns both locks
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.readWriteLock("catalogue").writeLock().acquire();
   */
  readWriteLock(name: string): ReadWriteLock {
    return readWriteLock(this, name);
  }

  /**
   * Returns the read lock and the write lock of this name, for readers and writers that must be served in the order of
   * their arrival.
   * @param name the name of both locks, without the prefix
   * @returns both locks
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.fairReadWriteLock("catalogue").writeLock().acquire();
   */
  fairReadWriteLock(name: string): ReadWriteLock {
    return fairReadWriteLock(this, name);
  }

  /**
   * Returns the semaphore of this name, for work that a limited number of callers may do at once. Its permits have
   * leases, so those of a crashed caller come back.
   * @param name the semaphore's name, without the prefix
   * @param options `permits`: the number to set when an acquire finds none set, 1 to 2,147,483,647; default: none
   * @returns the semaphore
   * @throws INVALID_OPTION when `name` or `permits` is wrong
   * @example
   * await using permit = await locks.permitExpirableSemaphore("imports", { permits: 3 }).acquire();
   */
  permitExpirableSemaphore(name: string, options?: SemaphoreOptions): PermitExpirableSemaphore {
    return permitExpirableSemaphore(this, name, options);
  }

  /**
   * Returns the semaphore of this name, for a number of permits that anybody may take and give back: they have neither
   * owner nor lease.
   * @param name the semaphore's name, without the prefix
   * @param options `permits`: the number to set when an acquire finds none set, 1 to 2,147,483,647; default: none
   * @returns the semaphore
   * @throws INVALID_OPTION when `name` or `permits` is wrong
   * @example
   * await locks.semaphore("imports", { permits: 3 }).withPermit(() => importAll());
   */
  semaphore(name: string, options?: SemaphoreOptions): Semaphore {
    return semaphore(this, name, options);
  }

  /**
   * Returns the latch of this name, for callers that wait until others have counted it down to 0.
   * @param name the latch's name, without the prefix
   * @returns the latch
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await locks.countDownLatch("parts").wait({ waitMs: 60_000 });
   */
  countDownLatch(name: string): CountDownLatch {
    return countDownLatch(this, name);
  }

  /**
   * Combines several locks into one, for work that needs all of them: it acquires all or none.
   * @param locks 1 to 100 locks in any order, no two with the same name and database
   * @returns the combined lock
   * @throws INVALID_OPTION when `locks` is wrong
   * @example
   * await using held = await locks.multiLock(locks.lock("from"), locks.lock("to")).acquire();
   */
  multiLock(...locks: readonly Lock[]): CompositeLock {
    return multiLock(this, ...locks);
  }

  /**
   * Combines locks of independent databases into one, for work that must go on when a database is lost: it acquires
   * more than half of them.
   * @param locks 1 to 100 locks, each in an independent database; best three or five, all of one name
   * @returns the combined lock
   * @throws INVALID_OPTION when `locks` is wrong
   * @example
   * await using held = await locks.redLock(...clients.map((each) => lock(each, "orders:42"))).acquire();
   */
  redLock(...locks: readonly Lock[]): CompositeLock {
    return redLock(this, ...locks);
  }

  /**
   * Runs `fn` for one caller at a time, and gives its result to the others: to fill a cache, or to refresh a token.
   * @param name the flight's name, without the prefix
   * @param fn the work, see the function `singleFlight`
   * @param options `ttlMs`: how long a result may be served, 1 to 2,147,483,647 ms; see SingleFlightOptions
   * @returns the result of `fn`, from here or another caller, after a round trip through JSON
   * @throws FLIGHT_FAILED when `fn` failed in another caller; LOCK_BUSY; see the function `singleFlight`
   * @example
   * const rates = await locks.singleFlight("rates", () => fetchRates(), { ttlMs: 60_000 });
   */
  async singleFlight<T>(
    name: string,
    fn: (held: Held) => T | PromiseLike<T>,
    options: SingleFlightOptions & KeptByJson<T>,
  ): Promise<T> {
    return singleFlight(this, name, fn, options);
  }

  /**
   * Returns the fence of this resource, which refuses the writes of stale holders of a fenced lock.
   * @param resource what the tokens protect: best the name of the fenced lock
   * @returns the fence
   * @throws INVALID_OPTION when `resource` is wrong
   * @example
   * const isSet = await locks.fence("invoices").set("invoices:last", "42", held.fencingToken);
   */
  fence(resource: string): Fence {
    return fence(this, resource);
  }

  /**
   * Lists the locks that are held under the prefix, page by page, to see who holds what.
   * @param options `match`: the names, with `*` for any text and `?` for one byte; `limit`: 1 to 1,000 locks, default
   * 100; `cursor`: that of the previous page
   * @returns the locks of this page, and the `cursor` of the next one
   * @throws the errors of `listLocks`: REDIS_REFUSED when the token has no right to SCAN
   * @example
   * const { locks: held, cursor } = await locks.list({ match: "orders:*" });
   */
  async list(options?: ListLocksOptions): Promise<LockPage> {
    return listLocks(this, options);
  }

  /**
   * Continues a serialized hold of any single lock. One request verifies it. The combined lock resumes a hold of
   * several.
   * @param serialized the text of `held.serialize()`, from any invocation, isolate or service
   * @returns a hold of the same kind; that of a fenced lock has its `fencingToken`, although the type says otherwise
   * @throws LOCK_LOST when the hold is over or about to end; CLOSED after `close()`; INVALID_OPTION when `serialized`
   * is something else, or has another prefix
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * await using held = await locks.resume(serialized);
   */
  async resume(serialized: string): Promise<Held> {
    return resumeAnyHold(contextOf(this), serialized);
  }

  static {
    showsAs(AllLocks, "Locks", ({ prefix }) => ({ prefix }));
  }
}

/**
 * Creates the locks of one Redis database, over HTTP: every kind as a method, with event streams, hand-off, serialized
 * holds and shared renewals. Sends nothing. To bundle a single kind, use `createClient` and the function of that kind.
 * @param options `redis`: an @upstash/redis client, which sends the requests, or url and token; default: those of the
 * environment variables `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN`, else `KV_REST_API_URL` and
 * `KV_REST_API_TOKEN`; and the defaults of every lock: see LocksOptions
 * @returns the locks
 * @throws INVALID_OPTION when an option is wrong, or a variable is missing
 * @example
 * const locks = createLocks({ leaseMs: 10_000 });
 */
export function createLocks(options: LocksOptions = {}): Locks {
  return new AllLocks(options);
}
