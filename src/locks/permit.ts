/// <reference lib="esnext.disposable" preserve="true" />
// A permit of a permit-expirable semaphore: a hold without what only locks have.
import type { LockLostError } from "../errors.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { KeepAlive } from "../hold/keep-alive.ts";
import type { ReleaseResult } from "../hold/release-result.ts";
import { showsAs } from "../inspect.ts";
import type { KeepAliveArguments } from "../options.ts";

/** One permit that was acquired. Use it with `await using`, or call `release()`. */
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
   * 32 lower-case hex digits, by which anybody may release it; in Redisson the permit's id. It is not shown where a
   * permit is printed.
   */
  get id(): string {
    return this.#id;
  }

  /** The semaphore's name, without prefix. */
  get name(): string {
    return this.#held.name;
  }

  /** The lease, in ms: what a renewal sets. */
  get leaseMs(): number {
    return this.#held.leaseMs;
  }

  /** Until when this permit may be believed, as epoch ms of the local clock, for display; decisions use `signal`. */
  get validUntil(): number {
    return this.#held.validUntil;
  }

  /**
   * Aborts when the permit is lost, at the latest at the end of the lease as known here, even if no renewal is
   * answered; also when a release is not answered, or the locks are closed. The reason is the error.
   */
  get signal(): AbortSignal {
    return this.#held.signal;
  }

  /**
   * Renews the lease at a third of it from here, as long as this invocation lives, until release, loss, `stop()` or
   * `maxHoldMs`. Redisson renews no permit. Called again, it takes the former one's place.
   * @param context the invocation's context: anything with `waitUntil`. Node, Deno and Bun need none
   * @param options `until`: background work, given to `waitUntil`, at whose end the permit is released; `maxHoldMs`:
   * longest time to renew, 1,000 to 2,147,483,647, default 900,000
   * @throws NO_WAIT_UNTIL without a context in a Worker or Vercel's edge runtime; LEASE_FIXED, INVALID_OPTION,
   * NOT_HELD, LOCK_LOST, CLOSED
   */
  keepAlive(...given: KeepAliveArguments): KeepAlive {
    return this.#held.keepAlive(...given);
  }

  /**
   * Sets the lease to its full length from now: Redisson's `updateLeaseTime`, which can also shorten it.
   * @returns the new `validUntil`, epoch ms
   * @throws LOCK_LOST when the lease is over, NOT_HELD when it was released here, CLOSED, REDIS_UNREACHABLE,
   * REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  renew(): Promise<number> {
    return this.#held.renew();
  }

  /**
   * Asks Redis whether this permit is leased, and until when: see `validUntil`. False is final; after release() no
   * request is made. Redisson's `getLeaseTime`.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  check(): Promise<boolean> {
    return this.#held.check();
  }

  /**
   * Gives the permit back: "released", or "expired" when its lease was over. Calls while it runs, and after it was
   * answered, get the same answer. Not answered, it throws, `signal` aborts, and it may be called again. Redisson's
   * `tryRelease(id)`.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  release(): Promise<ReleaseResult> {
    return this.#held.release();
  }

  /** Releases, unless background work is to. Never throws; what is not released by then ends with its lease. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#held[Symbol.asyncDispose]();
  }

  /** @internal As of a hold. */
  static async leave(permit: Permit): Promise<LockLostError | undefined> {
    if (#held in permit) return HeldLock.leave(permit.#held);
    throw new TypeError("this permit is none of ours");
  }
}
showsAs(HeldPermit, "Permit", ({ name, leaseMs, validUntil }) => ({ name, leaseMs, validUntil }));
