// The methods that every exclusive lock has. What differs between kinds is in their LockKind.

import { InvalidOptionError, LeaseFixedError, LockBusyError } from "../errors.ts";
import type { ScriptCall } from "../lua/call.ts";
import { checkOwner, type LockName } from "../names.ts";
import {
  type AcquireOptions,
  callable,
  type ResolvedAcquireOptions,
  resolveAcquireOptions,
  resolveKeepAlive,
  type UseOptions,
  untilProcessEnds,
} from "../options.ts";
import { untilAnswered } from "../redis/tries.ts";
import { type Acquisition, acquisition } from "./acquisition.ts";
import { type Held, type ReleaseResult, releaseResult } from "./held.ts";
import { type Client, type LockKind, tryTimeoutMs } from "./kind.ts";
import { parseHold } from "./serialized.ts";

/** One lock by name. Making it costs nothing and sends nothing. */
export class ExclusiveLock {
  readonly name: string;
  readonly #key: string;
  readonly #client: Client;
  readonly #kind: LockKind;

  constructor(client: Client, kind: LockKind, { name, key }: LockName) {
    this.name = name;
    this.#key = key;
    this.#client = client;
    this.#kind = kind;
  }

  /**
   * Takes the lock, waiting up to `waitMs` for it.
   * @throws LOCK_BUSY when `waitMs` has passed, ABORTED, CLOSED, INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED,
   *   OUTCOME_UNKNOWN, UNEXPECTED_REPLY; LOCK_LOST when the lock was granted but its lease ran out before that was known
   */
  async acquire(options?: AcquireOptions): Promise<Held> {
    return this.#acquireOrThrow(this.#resolve(options, this.#client.options.waitMs));
  }

  /** As `acquire`, but `waitMs` is 0 unless given, and a busy lock is `null` instead of LOCK_BUSY. */
  async tryAcquire(options?: AcquireOptions): Promise<Held | null> {
    const acquired = await this.#acquire(this.#resolve(options, 0));
    return acquired instanceof LockBusyError ? null : acquired;
  }

  /**
   * Acquires, runs `fn`, releases. The result, or the error, is that of `fn`; a release that fails is left to the lease.
   * @throws as `acquire`; LEASE_FIXED when both `leaseMs` and `keepAlive` are given; NO_WAIT_UNTIL
   */
  async use<T>(fn: (held: Held) => T | PromiseLike<T>, options: UseOptions = {}): Promise<T> {
    callable("fn", fn);
    const resolved = this.#resolve(options, this.#client.options.waitMs, ["keepAlive"]);
    const context = options.keepAlive === true ? untilProcessEnds : options.keepAlive;
    if (context !== undefined) {
      resolveKeepAlive(context, undefined);
      if (resolved.leaseFixed) throw new LeaseFixedError(this.name);
    }
    const held = await this.#acquireOrThrow(resolved);
    // try/finally: `await using` would put its helper into every bundle for engines that lack it.
    try {
      if (context !== undefined) held.keepAlive(context);
      return await fn(held);
    } finally {
      await held[Symbol.asyncDispose]();
    }
  }

  /**
   * Ends a hold of this lock that travelled as text; one request, and as often as you like with the same answer.
   * @param serialized what `held.serialize()` gave
   * @throws INVALID_OPTION for anything else, or a hold of another lock; REDIS_UNREACHABLE, REDIS_REFUSED,
   *   OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async release(serialized: string): Promise<ReleaseResult> {
    const { hold } = parseHold(serialized);
    if (hold.key !== this.#key) throw new InvalidOptionError("serialized", "is a hold of another lock");
    return releaseResult((await this.#run(this.#kind.release(hold))).end);
  }

  /** Whether anybody holds it. Out of date by the time you read it. */
  async isLocked(): Promise<boolean> {
    return (await this.#status()).remainingMs !== -2;
  }

  /** The lease left, in ms, as Redis' PTTL tells it: -2 when the lock is free, -1 when it has no end. */
  async remainingMs(): Promise<number> {
    return (await this.#status()).remainingMs;
  }

  /** Holds of this owner: 0 when it has none. */
  async holdCount(owner: string): Promise<number> {
    return (await this.#status(checkOwner("owner", owner))).holdCount;
  }

  async isHeldBy(owner: string): Promise<boolean> {
    return (await this.holdCount(owner)) > 0;
  }

  /**
   * Frees the lock whoever holds it; the holder finds out at its next renewal or check.
   * @returns whether there was a lock to free
   */
  forceRelease(): Promise<boolean> {
    return this.#run(this.#kind.forceRelease(this.#key, crypto.randomUUID()));
  }

  async #acquireOrThrow(options: ResolvedAcquireOptions): Promise<Held> {
    const acquired = await this.#acquire(options);
    if (acquired instanceof LockBusyError) throw acquired;
    return acquired;
  }

  #acquire(options: ResolvedAcquireOptions): Promise<Acquisition> {
    return acquisition(this.#client, this.#kind, { name: this.name, key: this.#key }, options);
  }

  #resolve(given: AcquireOptions | undefined, waitMs: number, alsoKnown?: readonly string[]): ResolvedAcquireOptions {
    return resolveAcquireOptions(given, { waitMs, leaseMs: this.#client.options.leaseMs }, alsoKnown);
  }

  #status(owner?: string): Promise<{ remainingMs: number; holdCount: number }> {
    return this.#run(this.#kind.status(this.#key, crypto.randomUUID(), owner));
  }

  async #run<Reply>(call: ScriptCall<Reply>): Promise<Reply> {
    const timeoutMs = tryTimeoutMs(this.#client.options.leaseMs);
    return (await untilAnswered(this.#client.redis, call, { timeoutMs, budgetMs: timeoutMs })).reply;
  }
}
