// createLocks: all kinds of locks in one database, as methods of one object.
import { contextOf, LockClient } from "./client.ts";
import { type ClientOptions, type LocksOptions, SHARED_OPTIONS } from "./client-options.ts";
import { InvalidOptionError } from "./errors.ts";
import { type Fence, fence } from "./fence/fence.ts";
import { handOff } from "./hold/hand-off.ts";
import type { Held } from "./hold/held.ts";
import { resumeHold } from "./hold/resume.ts";
import { holdOfKind, holdText, parseHold } from "./hold/serialized.ts";
import type { UseOptions } from "./hold/use.ts";
import { checkPlacement, isWatchdog, watchdogOfNamespace } from "./hold/watchdog-client.ts";
import { showsAs } from "./inspect.ts";
import { lockName } from "./keys.ts";
import type { CompositeLock } from "./locks/composite-lock.ts";
import { type CountDownLatch, countDownLatch } from "./locks/count-down-latch.ts";
import { fairLock, nonReentrantFairLock } from "./locks/fair-lock.ts";
import { type FencedLock, fencedLock } from "./locks/fenced-lock.ts";
import type { SemaphoreOptions } from "./locks/initial-permits.ts";
import type { Lock } from "./locks/lock.ts";
import { multiLock } from "./locks/multi-lock.ts";
import { type PermitExpirableSemaphore, permitExpirableSemaphore } from "./locks/permit-expirable-semaphore.ts";
import { type ReadWriteLock, readWriteLock } from "./locks/read-write-lock.ts";
import { redLock } from "./locks/red-lock.ts";
import { lock, nonReentrantLock, spinLock } from "./locks/reentrant-lock.ts";
import { kindOfHold } from "./locks/registry.ts";
import { type Semaphore, semaphore } from "./locks/semaphore.ts";
import { type SingleFlightOptions, singleFlight } from "./locks/single-flight.ts";
import { streams } from "./redis/streams.ts";
import { knownMembers } from "./validate.ts";
import type { Watchdog } from "./watchdog/protocol.ts";

/** The locks of one database: a client with a method for each kind. */
export interface Locks extends Pick<AllLocks, keyof AllLocks> {}

export class AllLocks extends LockClient {
  constructor(options: LocksOptions) {
    super(clientOptions(options));
  }

  /** As the function `lock`: the reentrant lock of this name. */
  lock(name: string): Lock {
    return lock(this, name);
  }

  /**
   * Runs `fn` with the lock of this name: acquires it, renews it while `fn` runs, and releases it. It is
   * `lock(name).use(fn, options)`.
   * @param name the lock's name
   * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost
   * @param options as of `acquire`; `leaseMs`: the lease is fixed, and not renewed; `maxHoldMs`: the longest time to
   * renew, 1,000 to 2,147,483,647 ms, default 900,000; `context`: keeps the invocation alive for the release and the
   * cancel
   * @returns what `fn` returned
   * @throws what `fn` throws; LOCK_BUSY when `waitMs` has passed; LOCK_LOST when the lock was lost before its release,
   * with the `result` of `fn`, or its error as `cause`; and as `acquire`
   * @example
   * const receipt = await locks.withLock("orders:42", (held) => charge(order, { signal: held.signal }));
   */
  async withLock<T>(name: string, fn: (held: Held) => T | PromiseLike<T>, options?: UseOptions): Promise<T> {
    return this.lock(name).use(fn, options);
  }

  /** As the function `fairLock`: goes to whoever has waited longest. */
  fairLock(name: string): Lock {
    return fairLock(this, name);
  }

  /** As the function `fencedLock`: its holds have rising tokens. */
  fencedLock(name: string): FencedLock {
    return fencedLock(this, name);
  }

  /** As the function `spinLock`: waited for by polling. */
  spinLock(name: string): Lock {
    return spinLock(this, name);
  }

  /** As the function `nonReentrantLock`: its owner gets ALREADY_HELD instead of one more hold. */
  nonReentrantLock(name: string): Lock {
    return nonReentrantLock(this, name);
  }

  /** As the function `nonReentrantFairLock`: the fair lock, but not reentrant. */
  nonReentrantFairLock(name: string): Lock {
    return nonReentrantFairLock(this, name);
  }

  /** As the function `readWriteLock`: many may read at once, or one may write. */
  readWriteLock(name: string): ReadWriteLock {
    return readWriteLock(this, name);
  }

  /** As the function `permitExpirableSemaphore`: permits with ids and leases. */
  permitExpirableSemaphore(name: string, options?: SemaphoreOptions): PermitExpirableSemaphore {
    return permitExpirableSemaphore(this, name, options);
  }

  /** As the function `semaphore`: permits without owner or lease. */
  semaphore(name: string, options?: SemaphoreOptions): Semaphore {
    return semaphore(this, name, options);
  }

  /** As the function `countDownLatch`: holds callers back until it was counted down to 0. */
  countDownLatch(name: string): CountDownLatch {
    return countDownLatch(this, name);
  }

  /** As the function `multiLock`: all of several locks, or none. */
  multiLock(...locks: readonly Lock[]): CompositeLock {
    return multiLock(this, ...locks);
  }

  /** As the function `redLock`: more than half of several locks. */
  redLock(...locks: readonly Lock[]): CompositeLock {
    return redLock(this, ...locks);
  }

  /** As the function `singleFlight`: one caller runs `fn`, all get its result. */
  async singleFlight<T>(
    name: string,
    fn: (held: Held) => T | PromiseLike<T>,
    options: SingleFlightOptions,
  ): Promise<T> {
    return singleFlight(this, name, fn, options);
  }

  /** As the function `fence`: what refuses stale holders of a fenced lock. */
  fence(resource: string): Fence {
    return fence(this, resource);
  }

  /**
   * Goes on with a hold from elsewhere, of whatever kind; one request verifies it.
   * @param serialized what `held.serialize()` gave, here or in another invocation, isolate or service
   * @returns a hold of the kind that it was; that of a fenced lock has its `fencingToken`, of which its type knows
   * nothing
   * @throws LOCK_LOST when the hold is over or about to be, INVALID_OPTION, CLOSED, REDIS_UNREACHABLE, REDIS_REFUSED,
   * OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async resume(serialized: string): Promise<Held> {
    const context = contextOf(this);
    const parsed = parseHold(serialized);
    const kind = kindOfHold(context, parsed);
    const hold = holdOfKind(kind, parsed);
    if (!hold.key.startsWith(this.prefix)) {
      throw new InvalidOptionError("serialized", "is a hold of locks with another prefix");
    }
    const { name } = lockName(this.prefix, hold.key.slice(this.prefix.length));
    return resumeHold(context, kind, name, hold);
  }

  static {
    showsAs(AllLocks, "Locks", ({ prefix }) => ({ prefix }));
  }
}

/**
 * Makes the locks of one Redis database, over HTTP: a client with every kind as a method, event streams, hand-off and
 * texts of holds. Sends nothing by itself. To bundle one kind alone, use `createClient` and the function of that kind.
 * @param options `redis` (url and token, or an @upstash/redis client), and the defaults of every lock: see LocksOptions
 * @throws INVALID_OPTION naming the option
 * @example
 * const locks = createLocks({ redis: { url, token } });
 */
export function createLocks(options: LocksOptions): Locks {
  return new AllLocks(options);
}

const PLACEMENT = ["watchdogShards", "watchdogLocation"] as const;

function clientOptions(given: LocksOptions): ClientOptions {
  knownMembers("options", given, [...SHARED_OPTIONS, "watchdog", ...PLACEMENT], "redis");
  const { watchdog: _, watchdogShards: __, watchdogLocation: ___, ...shared } = given;
  const watchdog = watchdogOf(given);
  return { ...shared, wait: streams(), text: holdText(), watchdog: watchdog && { watchdog, handOff } };
}

function watchdogOf({ watchdog, watchdogShards, watchdogLocation }: LocksOptions): Watchdog | undefined {
  checkPlacement(watchdogShards, watchdogLocation, PLACEMENT);
  if (watchdog === undefined) return undefined;
  // In this order: a stub has every method that one asks it for.
  if (isWatchdog(watchdog)) return watchdog;
  return watchdogOfNamespace(watchdog, watchdogShards, watchdogLocation);
}
