// The permit-expirable semaphore: Redisson's RPermitExpirableSemaphore (getPermitExpirableSemaphore), its counter,
// leases, channel and payloads.

import { type Client, contextOf } from "../client.ts";
import { InvalidOptionError, LockBusyError } from "../errors.ts";
import { type AcquireResult, acquireHold, gotOrThrow } from "../hold/acquire.ts";
import { runAnswered } from "../hold/ask.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { HoldKind } from "../hold/kind.ts";
import { type ReleaseResult, releaseResult } from "../hold/release-result.ts";
import { retryWhileUnreachable } from "../hold/retry-while-unreachable.ts";
import { PERMIT_USE_OPTIONS, type PermitUseOptions, resolveUse, runWithHold } from "../hold/use.ts";
import { showsAs } from "../inspect.ts";
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
import type { Call } from "../redis/port.ts";
import { callable, wholeNumber } from "../validate.ts";
import { MOST_PERMITS, resolvePermits, type SemaphoreOptions, settingPermits } from "./initial-permits.ts";
import { HeldPermit, type Permit } from "./permit.ts";
import { type Ids, manyPermits, onePermit } from "./permit-kinds.ts";

const MOST_AT_ONCE = 1_000;
const PERMIT_ID = /^[0-9a-f]{32}$/;

/** One semaphore by name, whose permits have ids and leases. Making it costs nothing and sends nothing. */
export interface PermitExpirableSemaphore extends Pick<ExpirableSemaphore, keyof ExpirableSemaphore> {}

/**
 * Returns the semaphore of this name, whose permits have ids and leases, so that a taker that dies gives its permit
 * back. Redisson's `getPermitExpirableSemaphore(name)`.
 * @param client what `createClient` returned
 * @param name its name, without the prefix
 * @param options `permits`: how many there are, 1 to 2,147,483,647; set by the first acquire that finds none set
 * @throws INVALID_OPTION naming "name" or "permits"
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
  /** The name given, without prefix. */
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
   * Takes a permit, waiting up to `waitMs` for it: Redisson's `acquire`, whose permits never end unless a lease is
   * given.
   * @param options `waitMs`, `leaseMs`, `signal`, `wait`, `onWait`: see LeaseOptions
   * @throws PERMITS_UNSET when nobody has said how many there are, and no `permits` were given with the name; LOCK_BUSY
   * when `waitMs` has passed, ABORTED, CLOSED, INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN,
   * UNEXPECTED_REPLY; LOCK_LOST when the lease ran out before it was known
   */
  async acquire(options?: LeaseOptions): Promise<Permit> {
    return gotOrThrow(await this.#acquire(1, onePermit, this.#resolve(options)));
  }

  /**
   * As `acquire`, but `waitMs` is 0 unless given, and no permit is `null` instead of LOCK_BUSY: Redisson's
   * `tryAcquire`.
   * @throws as `acquire`, but for LOCK_BUSY
   */
  async tryAcquire(options?: LeaseOptions): Promise<Permit | null> {
    const acquired = await this.#acquire(1, onePermit, this.#resolve(options, { waitMs: 0 }));
    return acquired instanceof LockBusyError ? null : acquired;
  }

  /**
   * Takes a permit, renews it while `fn` runs, and releases it, as `use` of a lock does. When the permit is lost
   * meanwhile, `permit.signal` aborts, and the call still waits for the end of `fn`.
   * @param fn the work; gets the permit
   * @param options as of `acquire`; `leaseMs`: the lease is fixed, and not renewed; `maxHoldMs`: the longest time to
   * renew, 1,000 to 2,147,483,647 ms, default 900,000; `context`: keeps the invocation alive for the release and the
   * cancel
   * @returns what `fn` returned, also when the release gets no answer: then the lease ends the permit
   * @throws what `fn` throws; LOCK_LOST when the permit was lost before its release, with the `result` of `fn`, or its
   * error as `cause`; and as `acquire`
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
   * Takes so many permits, all or none: Redisson's `acquire(permits)`. Each has an id of its own, and is renewed and
   * released by itself.
   * @param permits 1 to 1,000
   * @param options as of `acquire`
   * @throws as `acquire`
   */
  async acquireMany(permits: number, options?: LeaseOptions): Promise<Permit[]> {
    const many = wholeNumber("permits", permits ?? null, { from: 1, to: MOST_AT_ONCE, fallback: 1 });
    return gotOrThrow(await this.#acquire(many, manyPermits, this.#resolve(options)));
  }

  /**
   * Says how many permits there are, where nobody has.
   * @param permits 0 to 2,147,483,647
   * @returns whether that was so; else nothing changed
   * @throws INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY; so do the other two
   */
  async trySetPermits(permits: number): Promise<boolean> {
    return this.#set("try", permits, 0);
  }

  /**
   * Says how many permits there are, leased ones counted in. Fewer than are leased leave a number below 0 available,
   * until enough came back; nobody loses one.
   * @param permits 0 to 2,147,483,647
   */
  async setPermits(permits: number): Promise<void> {
    await this.#set("set", permits, 0);
  }

  /**
   * Makes the permits so many more, or fewer.
   * @param permits -2,147,483,647 to 2,147,483,647
   */
  async addPermits(permits: number): Promise<void> {
    await this.#set("add", permits, -MOST_PERMITS);
  }

  /**
   * How many permits there are, leased or not; 0 when nobody has said. Out of date by the time you read it.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY; so do the other questions
   */
  async getPermits(): Promise<number> {
    const { isSet, available, leased } = await this.#status();
    return isSet ? available + leased : 0;
  }

  /** How many are to be had: below 0 when fewer were set than are leased, 0 when nobody has said how many there are. */
  async availablePermits(): Promise<number> {
    return (await this.#status()).available;
  }

  /** How many are leased. */
  async acquiredPermits(): Promise<number> {
    return (await this.#status()).leased;
  }

  /**
   * Gives permits back by their ids, here or elsewhere acquired: Redisson's `tryRelease`. One request. All or none:
   * "expired" when any of them is not leased, and then nothing is given back. Of a single id the answer is the same
   * whenever it is asked for.
   * @param ids one id, or 1 to 1,000 of them: 32 lower-case hex digits each
   * @throws INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async release(ids: string | readonly string[]): Promise<ReleaseResult> {
    if (typeof ids === "string") {
      const call = releasePermitsCall({ key: this.#key, ids: [checkedId(ids)] });
      return releaseResult((await this.#ask(call)).end);
    }
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_AT_ONCE) {
      throw new InvalidOptionError("ids", `must be the id of a permit, or 1 to ${MOST_AT_ONCE} of them`);
    }
    const call = releaseListCall(this.#key, [...new Set(ids.map(checkedId))], crypto.randomUUID());
    return releaseResult((await this.#ask(call)) ? "released" : "lost");
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
    return settingPermits(
      options,
      (within) =>
        retryWhileUnreachable(this.#client, within, true, (left) => {
          // New ids for each acquire: Redis remembers that ids were refused. Events name the permit.
          const ids = newIds(many);
          return acquireHold(this.#client, kindOf(ids), name, { ...left, owner: ids[0] }, context);
        }),
      first === undefined ? undefined : () => this.trySetPermits(first),
    );
  }

  async #set(change: PermitChange, permits: number, from: number): Promise<boolean> {
    const number = wholeNumber("permits", permits ?? null, { from, to: MOST_PERMITS, fallback: from });
    return this.#ask(setPermitsCall(this.#key, change, number, crypto.randomUUID()));
  }

  #status(): Promise<PermitStatus> {
    return this.#ask(permitStatusCall(this.#key));
  }

  async #ask<Reply>(call: Call<Reply>): Promise<Reply> {
    return (await runAnswered(this.#client, call, this.#client.options.leaseMs)).reply;
  }
}
showsAs(ExpirableSemaphore, "PermitExpirableSemaphore", ({ name }) => ({ name }));

function newIds(many: number): Ids {
  const more = Array.from({ length: many - 1 }, newId);
  return [newId(), ...more];
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function checkedId(id: unknown): string {
  if (typeof id !== "string" || !PERMIT_ID.test(id)) {
    throw new InvalidOptionError("ids", "must be ids of permits: 32 lower-case hex digits each");
  }
  return id;
}
