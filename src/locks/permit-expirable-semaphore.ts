// The permit-expirable semaphore: Redisson's RPermitExpirableSemaphore (getPermitExpirableSemaphore), its counter,
// leases, channel and payloads.
import { type Client, contextOf } from "../client.ts";
import { InvalidOptionError, LockBusyError } from "../errors.ts";
import { type AcquireResult, acquireHold, gotOrThrow } from "../hold/acquire.ts";
import { reported } from "../hold/acquire-events.ts";
import { runAnswered } from "../hold/ask.ts";
import { inspectionOf } from "../hold/capabilities.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { HoldKind } from "../hold/kind.ts";
import type { InspectedPermits } from "../hold/lock-inspection.ts";
import { type ReleaseResult, releaseResult } from "../hold/release-result.ts";
import { retryWhileUnreachable } from "../hold/retry-while-unreachable.ts";
import { PERMIT_USE_OPTIONS, type PermitUseOptions, resolveUse, runWithHold } from "../hold/use.ts";
import { type LockName, lockName } from "../keys.ts";
import {
  type PermitChange,
  type PermitStatus,
  permitStatusCall,
  releaseListCall,
  releasePermitsCall,
  setPermitsCall,
} from "../lua/permit-expirable/calls.ts";
import {
  LEASE_OPTIONS,
  type LeaseOptions,
  type ResolvedAcquireOptions,
  resolveAcquireOptions,
  type WaitUntil,
} from "../options.ts";
import { showsAs } from "../printing.ts";
import type { Call } from "../redis/port.ts";
import { callable, wholeNumber } from "../validate.ts";
import { MOST_PERMITS, resolvePermits, type SemaphoreOptions, settingPermits } from "./initial-permits.ts";
import { HeldPermit, type Permit } from "./permit.ts";
import { checkedId, type Ids, METHOD, manyPermits, newIds, onePermit } from "./permit-kinds.ts";

const MOST_AT_ONCE = 1_000;

/** A semaphore whose permits have ids and leases. Making one costs nothing and sends nothing. */
export interface PermitExpirableSemaphore extends Pick<ExpirableSemaphore, keyof ExpirableSemaphore> {}

/**
 * Returns the semaphore of this name, whose permits have ids and leases: the permit of a crashed taker returns when its
 * lease ends. Redisson's `getPermitExpirableSemaphore(name)`.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the semaphore's name, without the prefix
 * @param options `permits`: the number to set when an acquire finds none set, 1 to 2,147,483,647; default: none
 * @returns the semaphore
 * @throws INVALID_OPTION when `client`, `name` or `permits` is wrong
 * @example
 * await using permit = await permitExpirableSemaphore(client, "imports", { permits: 3 }).acquire();
 */
export function permitExpirableSemaphore(
  client: Client,
  name: string,
  options?: SemaphoreOptions,
): PermitExpirableSemaphore {
  const context = contextOf(client);
  return new ExpirableSemaphore(context, lockName(context.options.prefix, name), options);
}

export class ExpirableSemaphore {
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
   * Acquires a permit, waiting up to `waitMs`: Redisson's `acquire`, whose permits never end unless a lease is given.
   * @param options `waitMs`: 0 to 2,147,483,647 ms, default 10,000; `leaseMs`: 1,000 to 2,147,483,647 ms, default
   * 30,000; `signal`, `wait`, `onWait`, `onUnreachable`: see LeaseOptions
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
    return gotOrThrow(await this.#acquire(1, onePermit, this.#resolve(options)));
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
    const acquired = await this.#acquire(1, onePermit, this.#resolve(options, { waitMs: 0 }));
    return acquired instanceof LockBusyError ? null : acquired;
  }

  /**
   * Acquires a permit, renews it while `fn` runs, and releases it. If the permit is lost meanwhile, `permit.signal`
   * aborts, and the call still waits for `fn`.
   * @param fn the work; gets the permit
   * @param options the options of `acquire`; `leaseMs`: a fixed lease, which is not renewed; `maxHoldMs`: the longest
   * time to renew, 1,000 to 2,147,483,647 ms, default 900,000; `context`: keeps the invocation alive for the release
   * and the cancel
   * @returns the result of `fn`, also when the release is not answered: the lease then ends the permit
   * @throws the error of `fn`; LOCK_LOST when the permit was lost before its release, with the `result` of `fn`, or
   * with its error as `cause`; the errors of `acquire`
   * @example
   * await locks.permitExpirableSemaphore("imports", { permits: 3 }).use(() => importAll());
   */
  async use<T>(fn: (permit: Permit) => T | PromiseLike<T>, options?: PermitUseOptions): Promise<T> {
    callable("fn", fn);
    const resolved = this.#resolve(options, { known: PERMIT_USE_OPTIONS });
    const usage = resolveUse(options);
    return runWithHold(
      gotOrThrow(await this.#acquire(1, onePermit, resolved, usage.context)),
      fn,
      usage,
      HeldPermit.leave,
    );
  }

  /**
   * Acquires several permits, all or none: Redisson's `acquire(permits)`. Each is a permit of its own, with its own id,
   * renewals and release.
   * @param permits 1 to 1,000
   * @param options the options of `acquire`
   * @returns the permits
   * @throws the errors of `acquire`
   * @example
   * const permits = await locks.permitExpirableSemaphore("imports").acquireMany(2);
   */
  async acquireMany(permits: number, options?: LeaseOptions): Promise<Permit[]> {
    const many = wholeNumber("permits", permits ?? null, { from: 1, to: MOST_AT_ONCE, fallback: 1 });
    return gotOrThrow(await this.#acquire(many, manyPermits, this.#resolve(options)));
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
    return this.#set("try", permits, 0);
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
    await this.#set("set", permits, 0);
  }

  /**
   * Changes the number of permits by this many.
   * @param permits -2,147,483,647 to 2,147,483,647
   * @throws the errors of `trySetPermits`
   * @example
   * await locks.permitExpirableSemaphore("imports").addPermits(-1);
   */
  async addPermits(permits: number): Promise<void> {
    await this.#set("add", permits, -MOST_PERMITS);
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
    return inspectionOf(this.#client).permits(this.#client, { name: this.name, key: this.#key });
  }

  /**
   * Gives permits back by their ids, wherever they were acquired: Redisson's `tryRelease`. Costs one request. It
   * releases all of them or none. For a single id, repeated calls return the same result.
   * @param ids one id, or 1 to 1,000 of them: 32 lower-case hex digits each
   * @returns the outcome: "released", or "expired" when one of them is not leased
   * @throws INVALID_OPTION when `ids` is malformed; the errors of `getPermits`
   * @example
   * const { outcome } = await locks.permitExpirableSemaphore("imports").release(permit.id);
   */
  async release(ids: string | readonly string[]): Promise<ReleaseResult> {
    if (typeof ids === "string") {
      const call = releasePermitsCall({ key: this.#key, ids: [checkedId(ids)] });
      return releaseResult((await this.#ask("release a permit of", call)).end);
    }
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_AT_ONCE) {
      throw new InvalidOptionError("ids", `must be the id of a permit, or 1 to ${MOST_AT_ONCE} of them`);
    }
    const call = releaseListCall(this.#key, [...new Set(ids.map(checkedId))], crypto.randomUUID());
    return releaseResult((await this.#ask("release permits of", call)) ? "released" : "lost");
  }

  #resolve(
    options: LeaseOptions | undefined,
    {
      waitMs = this.#client.options.waitMs,
      known = LEASE_OPTIONS,
    }: { waitMs?: number; known?: readonly string[] } = {},
  ): ResolvedAcquireOptions {
    if (typeof options === "number") {
      throw new InvalidOptionError("options", "must be an object: acquireMany(permits, options) takes several permits");
    }
    return resolveAcquireOptions(options, { waitMs, leaseMs: this.#client.options.leaseMs, wait: "auto" }, known);
  }

  #acquire<Got>(
    many: number,
    kindOf: (ids: Ids) => HoldKind<Got>,
    options: ResolvedAcquireOptions,
    context?: WaitUntil,
  ): Promise<AcquireResult<Got>> {
    const name = { name: this.name, key: this.#key };
    const first = this.#permits;
    return reported(this.#client, { method: METHOD }, name, options, (call) =>
      settingPermits(
        options,
        (within) =>
          retryWhileUnreachable(this.#client, within, true, (left) => {
            // Each acquire uses new ids, because Redis remembers refused ids. Events name the first id as the owner.
            const ids = newIds(many);
            return acquireHold(this.#client, kindOf(ids), name, { ...left, owner: ids[0] }, { call, context });
          }),
        first === undefined ? undefined : () => this.trySetPermits(first),
      ),
    );
  }

  async #set(change: PermitChange, permits: number, from: number): Promise<boolean> {
    const number = wholeNumber("permits", permits ?? null, { from, to: MOST_PERMITS, fallback: from });
    return this.#ask("change", setPermitsCall(this.#key, change, number, crypto.randomUUID()));
  }

  #status(): Promise<PermitStatus> {
    return this.#ask("read", permitStatusCall(this.#key));
  }

  async #ask<Reply>(act: string, call: Call<Reply>): Promise<Reply> {
    return (await runAnswered(this.#client, call, this.#client.options.leaseMs, [`${act} semaphore`, this.name])).reply;
  }
}
showsAs(ExpirableSemaphore, "PermitExpirableSemaphore", ({ name }) => ({ name }));
