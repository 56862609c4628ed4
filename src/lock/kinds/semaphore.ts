// The plain semaphore: Redisson's RSemaphore (getSemaphore), its number, channel and payloads.

import { showsAs } from "../../base/printing.ts";
import { settledWithin } from "../../base/timers.ts";
import { callableFn, own, ownMembers, wholeNumber } from "../../base/validate.ts";
import { inBackground } from "../background.ts";
import { type Client, contextOf } from "../client.ts";
import { acquire, nullIfBusy } from "../hold/acquire.ts";
import { type ClientContext, inspectionOf } from "../hold/client-context.ts";
import type { Acquirable } from "../hold/kind.ts";
import type { InspectedSemaphore } from "../hold/lock-inspection.ts";
import { type LockName, lockName, semaphoreChannel } from "../keys.ts";
import {
  acquirePermitsCall,
  addPermitsCall,
  cancelPermitsCall,
  drainPermitsCall,
  trySetPermitsCall,
} from "../lua/semaphore.ts";
import { MAX_MS, type ResolvedAcquireOptions, WAIT_OPTIONS, type WaitOptions, type WaitUntil } from "../options.ts";
import type { Call } from "../protocol.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import {
  MOST_PERMITS as MOST,
  permitsGiven,
  permitsUnset,
  resolvePermits,
  type SemaphoreOptions,
  somePermits,
} from "./initial-permits.ts";
import { change, changeAtLast, numberOf, resolveWait, withoutLease } from "./unleased.ts";
import { checkedContext } from "./with-hold.ts";

/** Options of `withPermit` of a semaphore without leases. */
export interface WithPermitOptions extends WaitOptions {
  /** How many permits to acquire and to release: 0 to 2,147,483,647, default 1. */
  permits?: number | undefined;
  /**
   * Keeps the invocation alive for the release, and for the cancel of an aborted acquire: the `ctx` of a Worker.
   * Default: none.
   */
  context?: WaitUntil | undefined;
}

const WITH_PERMIT_OPTIONS: readonly string[] = [...WAIT_OPTIONS, "permits", "context"];

/**
 * A number of permits under a name, without holders: a taker that crashes never returns its permits. Making one costs
 * nothing and sends nothing.
 */
export interface Semaphore extends Pick<PlainSemaphore, keyof PlainSemaphore> {}

/**
 * Returns the semaphore of this name: a number of permits without owner or lease. Redisson's `getSemaphore(name)`. The
 * permits of a crashed taker are lost: `permitExpirableSemaphore` returns them.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the semaphore's name, without the prefix
 * @param options `permits`: the number to set when an acquire finds none set, 1 to 2,147,483,647; default: none
 * @returns the semaphore
 * @throws INVALID_OPTION when `client`, `name` or `permits` is wrong
 * @example
 * await semaphore(client, "imports", { permits: 3 }).withPermit(() => importAll());
 */
export function semaphore(client: Client, name: string, options?: SemaphoreOptions): Semaphore {
  const context = contextOf(client);
  return new PlainSemaphore(context, lockName(context.options.prefix, name), options);
}

export class PlainSemaphore {
  /** The name, without the prefix. */
  readonly name: string;
  readonly #key: string;
  readonly #client: ClientContext;
  readonly #permits: number | undefined;

  /** @internal */
  constructor(client: ClientContext, { name, key }: LockName, options?: SemaphoreOptions) {
    this.name = name;
    this.#key = key;
    this.#client = client;
    this.#permits = resolvePermits(options);
  }

  /**
   * Sets the number of permits unless it is set: Redisson's `trySetPermits`.
   * @param permits 0 to 2,147,483,647
   * @param options `ttlMs`: the semaphore is deleted after this time, whatever was taken, 1 to 2,147,483,647 ms;
   * default: never
   * @returns whether it was set; false when a number was set earlier, and then that stays
   * @throws INVALID_OPTION when an argument is wrong; NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE or REDIS_REFUSED when nothing was changed; OUTCOME_UNKNOWN or UNEXPECTED_REPLY when it
   * may have been
   * @example
   * await locks.semaphore("imports").trySetPermits(3);
   */
  async trySetPermits(permits: number, options?: { ttlMs?: number | undefined }): Promise<boolean> {
    const number = wholeNumber("permits", permits, { from: 0, to: MOST });
    const ttlMs = ownMembers("options", options, ["ttlMs"])?.ttlMs;
    if (ttlMs !== undefined) wholeNumber("ttlMs", ttlMs, { from: 1, to: MAX_MS, unit: " of milliseconds" });
    return this.#change(trySetPermitsCall(this.#key, crypto.randomUUID(), number, ttlMs));
  }

  /**
   * Adds permits, or removes some, which may leave a negative number: Redisson's `addPermits`. A semaphore that was
   * never set counts as 0. Unlike in Redisson, its TTL stays.
   * @param permits -2,147,483,647 to 2,147,483,647
   * @throws the errors of `trySetPermits`
   * @example
   * await locks.semaphore("imports").addPermits(2);
   */
  async addPermits(permits: number): Promise<void> {
    const number = wholeNumber("permits", permits, { from: -MOST, to: MOST });
    await this.#change(addPermitsCall(this.#key, crypto.randomUUID(), number));
  }

  /**
   * Takes all available permits: Redisson's `drainPermits`. Unlike there, the TTL stays.
   * @returns how many were taken; negative when there were fewer than 0, and then that many were added
   * @throws the errors of `trySetPermits`
   * @example
   * const taken = await locks.semaphore("imports").drainPermits();
   */
  async drainPermits(): Promise<number> {
    return this.#change(drainPermitsCall(this.#key, crypto.randomUUID()));
  }

  /**
   * Returns the number of available permits. The result may be outdated when you read it.
   * @returns the number; 0 when it was never set; may be negative
   * @throws NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const available = await locks.semaphore("imports").availablePermits();
   */
  async availablePermits(): Promise<number> {
    return numberOf(this.#client, "semaphore", { name: this.name, key: this.#key });
  }

  /**
   * Returns how many permits are available, and how many wait for one.
   * @returns plain data
   * @throws INVALID_OPTION when the client has no `inspection`; the errors of `availablePermits`
   * @example
   * const { available, waiters } = await locks.semaphore("imports").inspect();
   */
  async inspect(): Promise<InspectedSemaphore> {
    return inspectionOf(this.#client).semaphore(this.#client, { name: this.name, key: this.#key });
  }

  /**
   * Acquires permits, all or none, waiting up to `waitMs`: Redisson's `acquire`. Give them back with `release`.
   * A waiter for few permits may overtake one for many. A cancelled acquire may take one attempt longer, of 1 to 5 s,
   * until it has given back its permits.
   * @param permits 0 to 2,147,483,647, default 1; 0 sends nothing. May be omitted before `options`
   * @param options `waitMs`: 0 to 2,147,483,647 ms, default 10,000; `signal`, `wait`, `onWait`, `onUnreachable`: see
   * WaitOptions
   * @throws LOCK_BUSY when `waitMs` has passed; PERMITS_UNSET when there is no such semaphore, where Redisson waits,
   * and its `permits` option was not given
   * @throws ABORTED when `signal` aborts; CLOSED after `close()`; INVALID_OPTION when an argument is wrong; NOT_A_LOCK
   * when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when a request to Redis fails. The
   * permits are then given back. They may be lost only with the last two, ABORTED and CLOSED, when that is not answered
   * either
   * @example
   * await locks.semaphore("imports").acquire(2, { waitMs: 5_000 });
   */
  acquire(permits?: number, options?: WaitOptions): Promise<void>;
  /**
   * Acquires one permit.
   * @param options the options of the other form
   * @throws the errors of the other form
   * @example
   * await locks.semaphore("imports").acquire({ waitMs: 5_000 });
   */
  acquire(options: WaitOptions): Promise<void>;
  async acquire(first?: number | WaitOptions, second?: WaitOptions): Promise<void> {
    const { permits, options } = permitsGiven(first, second);
    await this.#acquire(permits, resolveWait(this.#client, options));
  }

  /**
   * Acquires permits like `acquire`, but returns false instead of throwing LOCK_BUSY, and does not wait by default.
   * Redisson's `tryAcquire`.
   * @param permits 0 to 2,147,483,647, default 1; 0 sends nothing. May be omitted before `options`
   * @param options the options of `acquire`; `waitMs`: default 0
   * @returns whether the permits were acquired
   * @throws the errors of `acquire`, except LOCK_BUSY
   * @example
   * const isAcquired = await locks.semaphore("imports").tryAcquire(2);
   */
  tryAcquire(permits?: number, options?: WaitOptions): Promise<boolean>;
  /**
   * Acquires one permit if there is one.
   * @param options the options of `acquire`; `waitMs`: default 0
   * @returns whether the permit was acquired
   * @throws the errors of `acquire`, except LOCK_BUSY
   * @example
   * const isAcquired = await locks.semaphore("imports").tryAcquire({ waitMs: 500 });
   */
  tryAcquire(options: WaitOptions): Promise<boolean>;
  async tryAcquire(first?: number | WaitOptions, second?: WaitOptions): Promise<boolean> {
    const { permits, options } = permitsGiven(first, second);
    const acquired = this.#acquire(permits, resolveWait(this.#client, options, { waitMs: 0 }));
    return (await nullIfBusy(acquired)) ?? false;
  }

  /**
   * Acquires permits, runs `fn`, and releases as many. If the process crashes meanwhile, they are lost:
   * `permitExpirableSemaphore` returns them.
   * @param fn the work
   * @param options the options of `acquire`; `permits`: how many, 0 to 2,147,483,647, default 1; `context`: keeps the
   * invocation alive for the release and the cancel
   * @returns the result of `fn`, also when the release is not answered: it is then repeated in the background, for an
   * hour at most
   * @throws the error of `fn`; the errors of `acquire`
   * @example
   * await locks.semaphore("imports", { permits: 3 }).withPermit(() => importAll(), { waitMs: 5_000 });
   */
  async withPermit<T>(fn: () => T | PromiseLike<T>, options?: WithPermitOptions): Promise<T> {
    callableFn(fn);
    const resolved = resolveWait(this.#client, options, { known: WITH_PERMIT_OPTIONS });
    const given = own(options);
    const permits = somePermits(given?.permits);
    const context = checkedContext(given?.context);
    await this.#acquire(permits, resolved, context);
    try {
      return await fn();
    } finally {
      const answered = this.#giveBack(permits);
      inBackground(context, answered);
      await answered;
    }
  }

  /**
   * Gives permits back, or adds some: nobody checks who took them. Redisson's `release`. It retries by itself; a call
   * repeated after OUTCOME_UNKNOWN may release twice.
   * @param permits 0 to 2,147,483,647, default 1; 0 sends nothing
   * @throws the errors of `trySetPermits`
   * @example
   * await locks.semaphore("imports").release(2);
   */
  async release(permits?: number): Promise<void> {
    const number = somePermits(permits);
    if (number > 0) await this.#change(addPermitsCall(this.#key, crypto.randomUUID(), number));
  }

  /** Gives permits back, retried as long as needed. Resolves with the answer, or after the time of one attempt. */
  async #giveBack(permits: number): Promise<void> {
    if (permits === 0) return;
    const released = changeAtLast(this.#client, addPermitsCall(this.#key, crypto.randomUUID(), permits));
    await settledWithin(released, tryTimeoutMs(this.#client.options.leaseMs));
  }

  async #acquire(permits: number | undefined, options: ResolvedAcquireOptions, context?: WaitUntil): Promise<true> {
    const number = somePermits(permits);
    if (number === 0) return true;
    const first = this.#permits;
    const setPermits = first === undefined ? undefined : () => this.trySetPermits(first);
    const wanted = { client: this.#client, kind: permitsOf(number), name: this.name, key: this.#key };
    return acquire(wanted, options, { context, setPermits });
  }

  #change<Reply>(call: Call<Reply>): Promise<Reply> {
    return change(this.#client, call, ["change semaphore", this.name]);
  }
}
showsAs(PlainSemaphore, "Semaphore", ({ name }) => ({ name }));

function permitsOf(permits: number): Acquirable<true> {
  return {
    ...withoutLease,
    method: "semaphore",
    shared: false,
    permits,
    act: "acquire from semaphore",
    busy: ["semaphore", "has too few permits"],
    refusal: permitsUnset,
    // The payload is the number of available permits. Any other message wakes one waiter.
    channel: (key) => ({
      name: semaphoreChannel(key),
      perWaiter: false,
      drawsLots: true,
      wakes: (payload) => Number(payload) || 1,
    }),
    acquire: (hold, last) => acquirePermitsCall(hold, permits, last),
    cancel: cancelPermitsCall,
  };
}
