/// <reference lib="esnext.disposable" preserve="true" />
// A permit of a permit-expirable semaphore: a hold without the members that only locks have.
import type { HoldLoss } from "../../base/errors.ts";
import { showsAs } from "../../base/printing.ts";
import type { Held, KeepAlive, ReleaseResult } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { KeepAliveArguments, RenewOptions } from "../options.ts";

/**
 * A permit that was acquired. Declare it with `await using`, or call `release()`. In a Worker, it belongs to its
 * request: in another one, its methods throw OTHER_REQUEST.
 */
export interface Permit extends Pick<HeldPermit, keyof HeldPermit> {}

export class HeldPermit implements AsyncDisposable {
  readonly #id: string;
  readonly #held: Held;

  /** @internal */
  constructor(id: string, held: Held) {
    this.#id = id;
    this.#held = held;
  }

  /**
   * Identifies the permit: 32 lower-case hex digits, also its id in Redisson. Anybody who has it can release the
   * permit. Logs and JSON of a permit leave it out.
   */
  get id(): string {
    return this.#id;
  }

  /** The semaphore's name, without the prefix. */
  get name(): string {
    return this.#held.name;
  }

  /** The lease that a renewal sets, in ms. */
  get leaseMs(): number {
    return this.#held.leaseMs;
  }

  /** Whether the acquire was refused before it was granted. */
  get waited(): boolean {
    return this.#held.waited;
  }

  /** The time from the call of the acquire to the grant, in ms. */
  get waitedMs(): number {
    return this.#held.waitedMs;
  }

  /** The end of this permit's validity, in epoch ms of the local clock. For display: decide by `signal`. */
  get validUntil(): number {
    return this.#held.validUntil;
  }

  /**
   * Aborts when the permit is lost: at the latest when its lease ends on the local clock, even if no renewal is
   * answered. It also aborts when a release is not answered, or the client is closed. Its reason is the error.
   */
  get signal(): AbortSignal {
    return this.#held.signal;
  }

  /** Aborts once somebody waits for a permit: see `Held.wanted`. */
  get wanted(): AbortSignal {
    return this.#held.wanted;
  }

  /**
   * Renews the permit at each third of its lease, until release, loss, `stop()`, `maxHoldMs` or the end of this
   * invocation. Redisson renews no permit. A second call keeps `maxHoldMs` and `listen`, see `Held.keepAlive`.
   * @param given `context`: the invocation's context; `options`: `until` and `maxHoldMs`; see `Held.keepAlive`
   * @returns the renewals, with `stop()` and `ended`
   * @throws the errors of `Held.keepAlive`
   * @example
   * permit.keepAlive(ctx, { maxHoldMs: 300_000 });
   */
  keepAlive(...given: KeepAliveArguments): KeepAlive {
    return this.#held.keepAlive(...given);
  }

  /**
   * Renews the permit from now: Redisson's `updateLeaseTime`. Unlike that, it never shortens the time that is left.
   * @param options `leaseMs`: 1,000 to 2,147,483,647 ms, default the permit's lease; later renewals set that one again
   * @returns the new `validUntil`, in epoch ms
   * @throws LOCK_LOST when the lease is over; NOT_HELD when the permit was released here; CLOSED after `close()`;
   * INVALID_OPTION when an option is wrong
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const validUntil = await permit.renew();
   */
  renew(options?: RenewOptions): Promise<number> {
    return this.#held.renew(options);
  }

  /**
   * Asks Redis whether this permit is leased, and updates `validUntil`. Redisson's `getLeaseTime`. False is final.
   * After `release()` it sends no request.
   * @returns whether it is leased
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * if (!(await permit.check())) throw new Error("the permit is lost");
   */
  check(): Promise<boolean> {
    return this.#held.check();
  }

  /**
   * Gives the permit back: Redisson's `tryRelease(id)`. Concurrent and later calls return the same result. If it is not
   * carried out, it throws, `signal` aborts, and you may call it again. See `Held.release`.
   * @returns the outcome: "released", or "expired" when the lease was over
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const { outcome } = await permit.release();
   */
  release(): Promise<ReleaseResult> {
    return this.#held.release();
  }

  /**
   * Releases the permit, unless background work keeps it. Never throws. A permit that is not released in time ends with
   * its lease.
   * @example
   * await using permit = await locks.permitExpirableSemaphore("imports", { permits: 3 }).acquire();
   */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#held[Symbol.asyncDispose]();
  }

  /** @internal Leaves the scope of a permit, like that of a hold. */
  static async leave(permit: Permit): Promise<HoldLoss | undefined> {
    if (#held in permit) return HeldLock.leave(permit.#held);
    throw new TypeError("this object is not a permit of this package");
  }
}
showsAs(HeldPermit, "Permit", ({ name, leaseMs, validUntil }) => ({ name, leaseMs, validUntil }));
