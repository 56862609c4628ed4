// Anything that one hold acquires under a name: one lock, or several as one. Differences between kinds are in HoldKind.
import { InvalidOptionError } from "../../base/errors.ts";
import { showsAs } from "../../base/printing.ts";
import { callableFn, own } from "../../base/validate.ts";
import { acquire, nullIfBusy } from "../hold/acquire.ts";
import type { ChosenHold } from "../hold/chosen-hold.ts";
import { type ClientContext, runAnswered, stealingOf, textOf, watchdogFor } from "../hold/client-context.ts";
import type { Held, ReleaseResult } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind } from "../hold/kind.ts";
import type { LockName } from "../keys.ts";
import {
  ACQUIRE_OPTIONS,
  type AcquireOptions,
  leaseOfRenewal,
  type RenewOptions,
  type ResolvedAcquireOptions,
  resolveAcquireOptions,
  STEAL_OPTIONS,
  type StealOptions,
  type WaitUntil,
} from "../options.ts";
import type { Call, GrantedHold } from "../protocol.ts";
import type { HandOffStatus } from "../watchdog/watchdog.ts";
import { RENEWAL_OPTIONS, type RenewalOptions, resolveRenewal, runWithHold } from "./with-hold.ts";

/** A lock: its client, its kind, its name and key. */
export interface NamedLock<Hold extends Held = Held> extends LockName {
  readonly client: ClientContext;
  readonly kind: HoldKind<Hold>;
}

/** The methods of every lock. Making a lock costs nothing and sends nothing. */
export class LockBase<Hold extends Held = Held, Options extends AcquireOptions = AcquireOptions> {
  /** The name, without the prefix. */
  readonly name: string;
  readonly #lock: NamedLock<Hold>;

  /** @internal */
  constructor(lock: NamedLock<Hold>) {
    this.name = lock.name;
    this.#lock = lock;
  }

  /**
   * Acquires the lock, waiting up to `waitMs`.
   * The call may take longer than `waitMs`: by one attempt, which takes a third of the lease within 1 to 5 s. If Redis
   * does not answer, the cancel adds up to 1 s. An attempt on locks that are acquired one by one may take their lease.
   * @param options `waitMs`: 0 to 2,147,483,647 ms, default 10,000; `leaseMs`: 1,000 to 2,147,483,647 ms, default
   * 30,000; `renew`, `owner`, `signal`, `wait`, `onWait`, `onUnreachable`: see AcquireOptions; `steal` and `reason`,
   * if the lock can be stolen: see StealOptions. The client may set other defaults
   * @returns the hold: release it, or declare it with `await using`
   * @throws LOCK_BUSY when `waitMs` has passed; ABORTED when `signal` aborts; CLOSED after `close()`; INVALID_OPTION
   * when an option is wrong
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when a request to Redis fails
   * @throws LOCK_LOST when the lock was granted, but its lease ended before the grant was known; LOCK_STOLEN when it
   * was stolen before
   * @throws NOT_A_LOCK when the key holds something else; TOO_MANY_HOLDS when `owner` has 1,000 holds
   * @throws ALREADY_HELD when `owner` holds this lock, and it is not reentrant; UPGRADE_REFUSED when `owner` reads and
   * this is the write lock
   * @example
   * await using held = await locks.lock("orders:42").acquire({ waitMs: 2_000 });
   */
  async acquire(options?: Options): Promise<Hold> {
    return acquire(this.#lock, resolve(this.#lock, options));
  }

  /** @internal Returns the parts of a lock; undefined for an object that is none of this package. */
  static partsOf(lock: object): NamedLock | undefined {
    return #lock in lock ? lock.#lock : undefined;
  }

  /**
   * Acquires the lock like `acquire`, but returns `null` instead of throwing LOCK_BUSY, and does not wait by default.
   * @param options the options of `acquire`; `waitMs`: default 0
   * @returns the hold, or `null` when the lock is busy
   * @throws the errors of `acquire`, except LOCK_BUSY
   * @example
   * const held = await locks.lock("orders:42").tryAcquire();
   * if (held === null) console.log("another request handles this order");
   * else await held.release();
   */
  async tryAcquire(options?: Options): Promise<Hold | null> {
    return nullIfBusy(acquire(this.#lock, { ...resolve(this.#lock, options, [], 0), asksHolder: false }));
  }

  /**
   * Acquires the lock, renews it while `fn` runs, and releases it. If the lock is lost meanwhile, `held.signal` aborts,
   * and the call still waits for `fn`. A hold that `fn` handed off, moved, or kept for background work is not released.
   * @param fn the work; gets the hold
   * @param options the options of `acquire`; `leaseMs`: a fixed lease, unless `renew` is true; `maxHoldMs`: the longest
   * time to renew, 1,000 to 2,147,483,647 ms, default 900,000; `listen`: learns of waiters by message;
   * `context`: keeps the invocation alive for the release and the cancel
   * @returns the result of `fn`, also when the release is not answered: the lease then frees the lock
   * @throws the error of `fn`; LOCK_LOST when the lock was lost before its release, LOCK_STOLEN when it was stolen,
   * both with the `result` of `fn`, or with its error as `cause`; the errors of `acquire`
   * @example
   * await locks.lock("report").withLock(async (held) => {
   *   await fetch(url, { signal: held.signal });
   * });
   */
  async withLock<T>(fn: (held: Hold) => T | PromiseLike<T>, options?: Options & RenewalOptions): Promise<T> {
    callableFn(fn);
    const resolved = resolve(this.#lock, options, RENEWAL_OPTIONS);
    const renewal = resolveRenewal(options, this.#lock.client);
    const held = await acquire(this.#lock, resolved, { context: renewal.context });
    const result = await runWithHold(held, fn, renewal, HeldLock.leave);
    this.#lock.client.advice?.returned(result, held);
    return result;
  }

  /**
   * Continues a hold of this lock that was serialized. One request verifies it.
   * @param serialized the text of `held.serialize()`, from any invocation, isolate or service
   * @returns the hold
   * @throws LOCK_LOST when the hold is over or about to end; LOCK_STOLEN when it was stolen; CLOSED after `close()`;
   * INVALID_OPTION when `serialized` is something else, or a hold of another lock
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * await using held = await locks.lock("orders:42").resume(serialized);
   */
  async resume(serialized: string): Promise<Hold> {
    return textOf(this.#lock.client).resume(this.#lock, this.parse(serialized));
  }

  /**
   * Ends a hold of this lock that was serialized. Costs one request. Repeated calls return the same result.
   * @param serialized the text of `held.serialize()`
   * @returns the outcome, and how many holds the owner has left
   * @throws INVALID_OPTION when `serialized` is something else, or a hold of another lock
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const { outcome } = await locks.lock("orders:42").release(serialized);
   */
  async release(serialized: string): Promise<ReleaseResult> {
    return textOf(this.#lock.client).release(this.#lock, this.parse(serialized));
  }

  /**
   * Renews a hold of this lock that was serialized, from now. It never shortens the time that is left. Costs one
   * request. An object of this client that has the hold learns of it.
   * @param serialized the text of `held.serialize()`
   * @param options `leaseMs`: 1,000 to 2,147,483,647 ms, default the hold's lease
   * @returns the end of the hold's validity, in epoch ms
   * @throws LOCK_LOST when the hold is over; LOCK_STOLEN when it was stolen; the errors of `release`
   * @example
   * const validUntil = await locks.lock("orders:42").renew(serialized, { leaseMs: 300_000 });
   */
  async renew(serialized: string, options?: RenewOptions): Promise<number> {
    const hold = this.parse(serialized);
    return textOf(this.#lock.client).renew(this.#lock, hold, leaseOfRenewal(options, hold.leaseMs));
  }

  /**
   * Asks the watchdog about a hold of this lock that was handed off: whether it keeps the hold, or how and when that
   * ended. The state is "unknown" from an hour after the end.
   * @param serialized the text of `held.serialize()`
   * @returns the `state`, with `endedAt`, or with `deadline` and the `label` of the hold; instants in epoch ms
   * @throws INVALID_OPTION when `serialized` is something else, or a hold of another lock; NO_WATCHDOG when the client
   * has no watchdog; WATCHDOG_UNREACHABLE when it does not answer
   * @example
   * const { state } = await locks.lock("orders:42").handOffStatus(serialized);
   */
  async handOffStatus(serialized: string): Promise<HandOffStatus> {
    const hold = this.parse(serialized);
    const { client, kind } = this.#lock;
    const { watchdog, handOff } = watchdogFor(client, kind, hold, this.name);
    return handOff.status(watchdog, hold, this.name);
  }

  /** @internal Asks about the lock. `act`: what is done to it, in the error of a request. */
  protected async ask<Reply>(act: string, call: Call<Reply>): Promise<Reply> {
    const { client, name } = this.#lock;
    return (await runAnswered(client, call, client.options.leaseMs, [act, name])).reply;
  }

  /** @internal Throws INVALID_OPTION naming "serialized" for anything but a hold of this lock. */
  protected parse(serialized: string): GrantedHold {
    return textOf(this.#lock.client).holdOf(this.#lock, serialized);
  }

  static {
    showsAs(LockBase, "Lock", (lock) => ({ name: lock.name, kind: lock.#lock.kind.method }));
  }
}

/**
 * Acquires `lock` like `lock.acquire`. Keeps the invocation of `context` alive for the cancel, unless the lock is not
 * one of this package. `chosen`: the hold that it acquires.
 */
export async function acquireWithin(
  lock: Pick<LockBase, "acquire">,
  context: WaitUntil | undefined,
  options: StealOptions,
  chosen?: ChosenHold,
): Promise<Held> {
  const own = LockBase.partsOf(lock);
  if (own === undefined) return lock.acquire(options);
  const held = await acquire(own, resolve(own, options), { context, chosen });
  HeldLock.stateOf(held)?.used();
  return held;
}

/** Checks the options of an acquire. `more`: the names of further options of the call. */
function resolve<Hold extends Held>(
  { client, kind, name, key }: NamedLock<Hold>,
  options: StealOptions | undefined,
  more: readonly string[] = [],
  waitMs: number = client.options.waitMs,
): ResolvedAcquireOptions {
  const { leaseMs, label } = client.options;
  try {
    const known = [...ACQUIRE_OPTIONS, ...more, ...(kind.stolenBy === undefined ? [] : STEAL_OPTIONS)];
    const resolved = resolveAcquireOptions(options, { waitMs, leaseMs, wait: kind.wait, label }, known);
    if (resolved.owner !== undefined) kind.ownerToField(resolved.owner, key);
    const given = own(options);
    if (given?.steal === undefined && given?.reason === undefined) return resolved;
    return { ...resolved, reason: stealingOf(client).reasonOf(given, resolved.label) };
  } catch (error) {
    throw error instanceof InvalidOptionError ? error.of(name) : error;
  }
}
