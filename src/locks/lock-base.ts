// What can be acquired as one hold, by its name: a lock, or several as one. What differs between kinds is in their
// HoldKind.

import { InvalidOptionError, LockBusyError, LockLostError } from "../errors.ts";
import { type AcquireResult, acquireHold, gotOrThrow } from "../hold/acquire.ts";
import { runAnswered } from "../hold/ask.ts";
import { textOf, watchdogFor } from "../hold/capabilities.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { asEpochMs } from "../hold/epoch-time.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind } from "../hold/kind.ts";
import { type ReleaseResult, releaseResult } from "../hold/release-result.ts";
import { resumeHold } from "../hold/resume.ts";
import { retryWhileUnreachable } from "../hold/retry-while-unreachable.ts";
import { holdOfKind } from "../hold/serialized.ts";
import { resolveUse, runWithHold, USE_OPTIONS, type UseOptions } from "../hold/use.ts";
import { showsAs } from "../inspect.ts";
import type { LockName } from "../keys.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { type AcquireOptions, type ResolvedAcquireOptions, resolveAcquireOptions, type WaitUntil } from "../options.ts";
import type { Call } from "../redis/port.ts";
import type { Answered } from "../redis/retry.ts";
import { callable } from "../validate.ts";
import type { HandOffStatus } from "../watchdog/protocol.ts";
import { validUntil } from "../watchdog/renewal-plan.ts";

/** What all locks can do. Making one costs nothing and sends nothing. */
export class LockBase<Hold extends Held = Held> {
  /** The name given, without prefix. */
  readonly name: string;
  readonly #key: string;
  readonly #client: ClientContext;
  readonly #kind: HoldKind<Hold>;

  /** @internal */
  constructor(client: ClientContext, kind: HoldKind<Hold>, { name, key }: LockName) {
    this.name = name;
    this.#key = key;
    this.#client = client;
    this.#kind = kind;
  }

  /**
   * Takes the lock, waiting up to `waitMs` for it. It may take one try longer, of a third of the lease but 1 to 5 s,
   * and when nothing answers a second for the cancel. A try for locks that are taken one by one may take their lease.
   * @throws LOCK_BUSY when `waitMs` has passed, ABORTED, CLOSED, INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED,
   * OUTCOME_UNKNOWN, UNEXPECTED_REPLY, NOT_A_LOCK, TOO_MANY_HOLDS; LOCK_LOST when the lock was granted but its lease
   * ran out before that was known; ALREADY_HELD when the lock is not reentrant, and the `owner` given has it;
   * UPGRADE_REFUSED when this is a write lock, and the `owner` given reads: at once, also by `tryAcquire`
   */
  async acquire(options?: AcquireOptions): Promise<Hold> {
    return gotOrThrow(await this.#acquire(this.#resolve(options, this.#client.options.waitMs)));
  }

  /**
   * @internal As `lock.acquire`; the invocation of `context` is kept alive for its cancel, unless the lock is none of
   * ours.
   */
  static async acquireWithin(
    lock: Pick<LockBase, "acquire">,
    context: WaitUntil | undefined,
    options: AcquireOptions,
  ): Promise<Held> {
    if (!(#kind in lock)) return lock.acquire(options);
    return lock.#acquireOrThrow(lock.#resolve(options, lock.#client.options.waitMs), context);
  }

  /**
   * As `acquire`, but `waitMs` is 0 unless given, and a busy lock is `null` instead of LOCK_BUSY.
   * @throws as `acquire`, but for LOCK_BUSY
   */
  async tryAcquire(options?: AcquireOptions): Promise<Hold | null> {
    const acquired = await this.#acquire(this.#resolve(options, 0));
    return acquired instanceof LockBusyError ? null : acquired;
  }

  /**
   * Acquires the lock, renews it while `fn` runs, and releases it. When the lock is lost meanwhile, `held.signal`
   * aborts, and the call still waits for the end of `fn`. A hold that `fn` handed off, moved, or kept for background
   * work is not released.
   * @param fn the work; gets the hold
   * @param options as of `acquire`; `leaseMs`: the lease is fixed, and not renewed; `maxHoldMs`: the longest time to
   * renew, 1,000 to 2,147,483,647 ms, default 900,000; `context`: keeps the invocation alive for the release and the
   * cancel
   * @returns what `fn` returned, also when the release gets no answer: then the lease ends the lock
   * @throws what `fn` throws; LOCK_LOST when the lock was lost before its release, with the `result` of `fn`, or its
   * error as `cause`; and as `acquire`
   */
  async use<T>(fn: (held: Hold) => T | PromiseLike<T>, options?: UseOptions): Promise<T> {
    callable("fn", fn);
    const resolved = this.#resolve(options, this.#client.options.waitMs, USE_OPTIONS);
    const usage = resolveUse(options);
    return runWithHold(await this.#acquireOrThrow(resolved, usage.context), fn, usage, HeldLock.leave);
  }

  /**
   * Goes on with a hold of this lock that travelled as text; one request verifies it.
   * @param serialized what `held.serialize()` gave, here or in another invocation, isolate or service
   * @throws LOCK_LOST when the hold is over or about to be, INVALID_OPTION for anything else, or a hold of another
   * lock; CLOSED, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async resume(serialized: string): Promise<Hold> {
    return resumeHold(this.#client, this.#kind, this.name, this.parse(serialized));
  }

  /**
   * Ends a hold of this lock that travelled as text; one request, and as often as you like with the same answer.
   * @param serialized what `held.serialize()` gave
   * @throws INVALID_OPTION for anything else, or a hold of another lock; REDIS_UNREACHABLE, REDIS_REFUSED,
   *   OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async release(serialized: string): Promise<ReleaseResult> {
    const { reply } = await this.#run(this.#kind.release(this.parse(serialized), false));
    return releaseResult(reply.end);
  }

  /**
   * Renews a hold of this lock that travelled as text: a full lease from now; one request.
   * @param serialized what `held.serialize()` gave
   * @returns until when it may be believed, epoch ms
   * @throws LOCK_LOST when the hold is over, and as `release`
   */
  async renew(serialized: string): Promise<number> {
    const hold = this.parse(serialized);
    const { reply, sentAt } = await this.#run(this.#kind.renew(hold));
    if (reply.kind === "ended") {
      throw new LockLostError({ lockName: this.name, owner: this.#kind.fieldToOwner(hold.owner), end: reply.end });
    }
    return asEpochMs(validUntil(sentAt, hold.leaseMs, hold.leaseMs));
  }

  /**
   * What became of a hold of this lock that was handed off: kept until its deadline, or how and when it ended;
   * "unknown" an hour after that.
   * @param serialized what `held.serialize()` gave
   * @throws INVALID_OPTION for anything else, or a hold of another lock; NO_WATCHDOG, WATCHDOG_UNREACHABLE
   */
  async handOffStatus(serialized: string): Promise<HandOffStatus> {
    const hold = this.parse(serialized);
    const { key, owner, holdId } = hold;
    const { watchdog, handOff } = watchdogFor(this.#client, this.#kind, hold);
    return handOff.status(watchdog, { key, owner, holdId });
  }

  async #acquireOrThrow(options: ResolvedAcquireOptions, context?: WaitUntil): Promise<Hold> {
    return gotOrThrow(await this.#acquire(options, context));
  }

  #acquire(options: ResolvedAcquireOptions, context?: WaitUntil): Promise<AcquireResult<Hold>> {
    const name = { name: this.name, key: this.#key };
    return retryWhileUnreachable(this.#client, options, true, (left) =>
      acquireHold(this.#client, this.#kind, name, left, context),
    );
  }

  #resolve(given: AcquireOptions | undefined, waitMs: number, known?: readonly string[]): ResolvedAcquireOptions {
    const { leaseMs } = this.#client.options;
    const resolved = resolveAcquireOptions(given, { waitMs, leaseMs, wait: this.#kind.wait }, known);
    if (resolved.owner !== undefined) this.#kind.ownerToField(resolved.owner, this.#key);
    return resolved;
  }

  #run<Reply>(call: Call<Reply>): Promise<Answered<Reply>> {
    return runAnswered(this.#client, call, this.#client.options.leaseMs);
  }

  /** @internal Throws INVALID_OPTION naming "serialized" for anything but a hold of this lock. */
  protected parse(serialized: string): GrantedHold {
    const parsed = textOf(this.#client).parse(serialized);
    if (parsed.key !== this.#key) throw new InvalidOptionError("serialized", "is a hold of another lock");
    return holdOfKind(this.#kind, parsed);
  }

  static {
    showsAs(LockBase, "Lock", (lock) => ({ name: lock.name, kind: lock.#kind.method }));
  }
}
