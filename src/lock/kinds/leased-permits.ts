// Permits that have ids and leases: acquires one at a time, and changes their number. The permits of a lock API share
// this, and differ only in their requests.

import { callableFn, wholeNumber } from "../../base/validate.ts";
import { acquire, nullIfBusy } from "../hold/acquire.ts";
import { type ClientContext, runAnswered } from "../hold/client-context.ts";
import type { HoldKind } from "../hold/kind.ts";
import type { InspectedPermits } from "../hold/lock-inspection.ts";
import type { LockName } from "../keys.ts";
import {
  LEASE_OPTIONS,
  type LeaseOptions,
  type ResolvedAcquireOptions,
  resolveAcquireOptions,
  type WaitUntil,
} from "../options.ts";
import type { Call, PermitChange, PermitStatus } from "../protocol.ts";
import { MOST_PERMITS, permitsUnset } from "./initial-permits.ts";
import { ownerAsField } from "./owner-field.ts";
import { HeldPermit, type Permit } from "./permit.ts";
import { RENEWAL_OPTIONS, resolveRenewal, runWithHold, type WithLeasedPermitOptions } from "./with-hold.ts";

/** The method that makes the semaphore. */
export const METHOD = "permitExpirableSemaphore";

type CommonMember = "ownerToField" | "fieldToOwner" | "method" | "wait" | "shared" | "act" | "busy" | "refusal";

/** The members that all kinds of such permits share. */
export const OF_PERMITS: Pick<HoldKind<unknown>, CommonMember> = {
  ...ownerAsField,
  method: METHOD,
  wait: "auto",
  shared: true,
  act: "acquire from semaphore",
  busy: ["semaphore", "has too few permits"],
  refusal: permitsUnset,
};

/** The requests about the permits of one semaphore. */
export interface PermitCalls {
  /** Returns the kind of one new permit. */
  one(): HoldKind<Permit>;
  change(change: PermitChange, permits: number): Call<boolean>;
  status(): Call<PermitStatus>;
  inspect(): Promise<InspectedPermits>;
}

export class LeasedPermits {
  /** The name, without the prefix. */
  readonly name: string;
  readonly #key: string;
  readonly #client: ClientContext;
  readonly #calls: PermitCalls;
  readonly #first: number | undefined;

  /** @internal `first`: the number of permits to set when an acquire finds none. */
  constructor(client: ClientContext, { name, key }: LockName, calls: PermitCalls, first?: number) {
    this.name = name;
    this.#key = key;
    this.#client = client;
    this.#calls = calls;
    this.#first = first;
  }

  /**
   * Acquires a permit, waiting up to `waitMs`: Redisson's `acquire`, whose permits never end unless a lease is given.
   * @param options `waitMs`: 0 to 2,147,483,647 ms, default 10,000; `leaseMs`: 1,000 to 2,147,483,647 ms, default
   * 30,000; `renew`, `signal`, `wait`, `onWait`, `onUnreachable`: see LeaseOptions
   * @returns the permit: release it, or declare it with `await using`
   * @throws LOCK_BUSY when `waitMs` has passed; PERMITS_UNSET when no number of permits is set, and the `permits`
   * option was not given; LOCK_LOST when the lease ended before the grant was known
   * @throws ABORTED when `signal` aborts; CLOSED after `close()`; INVALID_OPTION when an option is wrong; NOT_A_LOCK
   * when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when a request to Redis fails
   * @example
   * await using permit = await locks.permitExpirableSemaphore("imports", { permits: 3 }).acquire();
   */
  async acquire(options?: LeaseOptions): Promise<Permit> {
    return this.acquireNew(this.#calls.one, this.resolve(options));
  }

  /**
   * Acquires a permit like `acquire`, but returns `null` instead of throwing LOCK_BUSY, and does not wait by default.
   * @param options the options of `acquire`; `waitMs`: default 0
   * @returns the permit, or `null` when there is none
   * @throws the errors of `acquire`, except LOCK_BUSY
   * @example
   * const permit = await locks.permitExpirableSemaphore("imports").tryAcquire();
   */
  async tryAcquire(options?: LeaseOptions): Promise<Permit | null> {
    return nullIfBusy(this.acquireNew(this.#calls.one, this.resolve(options, { waitMs: 0 })));
  }

  /**
   * Acquires a permit, renews it while `fn` runs, and releases it. If the permit is lost meanwhile, `permit.signal`
   * aborts, and the call still waits for `fn`.
   * @param fn the work; gets the permit
   * @param options see `Lock.withLock`
   * @returns the result of `fn`, also when the release is not answered: the lease then ends the permit
   * @throws the error of `fn`; LOCK_LOST when the permit was lost before its release, with the `result` of `fn`, or
   * with its error as `cause`; the errors of `acquire`
   * @example
   * await locks.permitExpirableSemaphore("imports", { permits: 3 }).withPermit(() => importAll());
   */
  async withPermit<T>(fn: (permit: Permit) => T | PromiseLike<T>, options?: WithLeasedPermitOptions): Promise<T> {
    callableFn(fn);
    const resolved = this.resolve(options, { known: [...LEASE_OPTIONS, ...RENEWAL_OPTIONS] });
    const renewal = resolveRenewal(options, this.#client);
    const permit = await this.acquireNew(this.#calls.one, resolved, renewal.context);
    return runWithHold(permit, fn, renewal, HeldPermit.leave);
  }

  /**
   * Sets the number of permits unless it is set.
   * @param permits 0 to 2,147,483,647
   * @returns whether it was set
   * @throws INVALID_OPTION when `permits` is wrong; NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * await locks.permitExpirableSemaphore("imports").trySetPermits(3);
   */
  async trySetPermits(permits: number): Promise<boolean> {
    return this.#change("try", permits, 0);
  }

  /**
   * Sets the number of permits, leased ones included. Leased permits stay: if they exceed the number, fewer than 0 are
   * available until enough came back.
   * @param permits 0 to 2,147,483,647
   * @throws the errors of `trySetPermits`
   * @example
   * await locks.permitExpirableSemaphore("imports").setPermits(5);
   */
  async setPermits(permits: number): Promise<void> {
    await this.#change("set", permits, 0);
  }

  /**
   * Changes the number of permits by this many.
   * @param permits -2,147,483,647 to 2,147,483,647
   * @throws the errors of `trySetPermits`
   * @example
   * await locks.permitExpirableSemaphore("imports").addPermits(-1);
   */
  async addPermits(permits: number): Promise<void> {
    await this.#change("add", permits, -MOST_PERMITS);
  }

  /**
   * Returns the number of permits, leased or not. The result may be outdated when you read it.
   * @returns the number; 0 when none is set
   * @throws NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const total = await locks.permitExpirableSemaphore("imports").getPermits();
   */
  async getPermits(): Promise<number> {
    const { isSet, available, leased } = await this.#status();
    return isSet ? available + leased : 0;
  }

  /**
   * Returns the number of available permits.
   * @returns the number: below 0 when fewer are set than leased, 0 when none is set
   * @throws the errors of `getPermits`
   * @example
   * const available = await locks.permitExpirableSemaphore("imports").availablePermits();
   */
  async availablePermits(): Promise<number> {
    return (await this.#status()).available;
  }

  /**
   * Returns the number of leased permits.
   * @returns the number
   * @throws the errors of `getPermits`
   * @example
   * const leased = await locks.permitExpirableSemaphore("imports").acquiredPermits();
   */
  async acquiredPermits(): Promise<number> {
    return (await this.#status()).leased;
  }

  /**
   * Tells which permits are leased and for how long, how many are available, and how many connections listen for more.
   * @returns plain data; at most 100 leases, and how many there are
   * @throws INVALID_OPTION when the client has no `inspection`; the errors of `getPermits`
   * @example
   * const { available, leases } = await locks.permitExpirableSemaphore("imports").inspect();
   */
  async inspect(): Promise<InspectedPermits> {
    return this.#calls.inspect();
  }

  /** @internal Resolves the options of an acquire. `known`: the options of the call, if not those of `acquire`. */
  protected resolve(
    options: LeaseOptions | undefined,
    {
      waitMs = this.#client.options.waitMs,
      known = LEASE_OPTIONS,
    }: { waitMs?: number; known?: readonly string[] } = {},
  ): ResolvedAcquireOptions {
    return resolveAcquireOptions(options, { waitMs, leaseMs: this.#client.options.leaseMs, wait: "auto" }, known);
  }

  /** @internal Acquires new permits. Redis remembers refused ids, so `kindOf` makes new ones for each hold id. */
  protected acquireNew<Got>(
    kindOf: () => HoldKind<Got>,
    options: ResolvedAcquireOptions,
    context?: WaitUntil,
  ): Promise<Got> {
    const wanted = { client: this.#client, kind: kindOf(), name: this.name, key: this.#key };
    const first = this.#first;
    const setPermits = first === undefined ? undefined : () => this.trySetPermits(first);
    return acquire(wanted, options, { context, setPermits, another: kindOf });
  }

  async #change(change: PermitChange, permits: number, from: number): Promise<boolean> {
    const number = wholeNumber("permits", permits ?? null, { from, to: MOST_PERMITS, fallback: from });
    return this.ask("change", this.#calls.change(change, number));
  }

  #status(): Promise<PermitStatus> {
    return this.ask("read", this.#calls.status());
  }

  /** @internal `act`: what is done to the semaphore, in the error of a request. */
  protected async ask<Reply>(act: string, call: Call<Reply>): Promise<Reply> {
    return (await runAnswered(this.#client, call, this.#client.options.leaseMs, [`${act} semaphore`, this.name])).reply;
  }
}
