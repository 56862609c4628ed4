/// <reference lib="esnext.disposable" preserve="true" />
// What a successful acquire returns, as its users see it.
import type { HandOffOptions, KeepAliveArguments } from "../options.ts";
import type { KeepAlive } from "./keep-alive.ts";
import type { ReleaseResult } from "./release-result.ts";

/** One successful acquisition. Use it with `await using`, or call `release()`. */
export interface Held extends AsyncDisposable {
  /** The lock's name, without prefix. */
  readonly name: string;
  /** `<clientId>:<ownerId>`, or what the caller passed; give it to another acquire to re-enter this lock. */
  readonly owner: string;
  /** The lease, in ms: what a renewal sets. */
  readonly leaseMs: number;
  /**
   * Holds this owner had, this one counted in, when it was granted; of several locks the least of theirs, and 1 when it
   * was resumed.
   */
  readonly holdCount: number;
  /** Of a fenced lock: decimal digits, as a number higher than those of all holders before. */
  readonly fencingToken: string | undefined;

  /** Until when this hold may be believed, as epoch ms of the local clock, for display; decisions use `signal`. */
  readonly validUntil: number;

  /**
   * Aborts when the hold is lost, at the latest at the end of the lease as known here, even if no renewal is answered;
   * also when a release is not answered, the locks are closed, or a route's response took longer than `maxResponseMs`.
   * The reason is the error. A release that is answered aborts nothing.
   */
  readonly signal: AbortSignal;

  /**
   * Renews the lease at a third of it from here, as long as this invocation lives, until release, loss, `stop()` or
   * `maxHoldMs`. A hold shorter than a third of its lease costs no request. Called again, it takes the former one's
   * place.
   * @param context the invocation's context: anything with `waitUntil`. Node, Deno and Bun need none
   * @param options `until`: background work, given to `waitUntil`; leaving the scope then no longer releases, the end
   * of the (last) work does. `maxHoldMs`: longest time to renew, 1,000 to 2,147,483,647, default 900,000
   * @throws NO_WAIT_UNTIL without a context in a Worker or Vercel's edge runtime; LEASE_FIXED, INVALID_OPTION,
   * NOT_HELD, LOCK_LOST, CLOSED
   */
  keepAlive(...given: KeepAliveArguments): KeepAlive;

  /**
   * Entrusts the hold to the watchdog, to be renewed although this invocation ends or is too busy to renew; await it
   * before the response is returned. From then on leaving the scope does not release, and keepAlive ends; `release()`
   * still does, from anywhere. `signal` stays true for as long as this invocation lives, if it was taken before the
   * scope was left. Called again, also after `resume`, it extends.
   * @param options `maxHoldMs`: until when it is kept, from now, 1,000 to 2,147,483,647; `leaseMs`: what each renewal
   * sets, default 120,000
   * @returns until when it may be believed without another renewal, epoch ms
   * @throws NO_WATCHDOG, LEASE_FIXED, INVALID_OPTION, NOT_HELD, LOCK_LOST, CLOSED; WATCHDOG_UNREACHABLE when it was not
   * confirmed: the hold is still yours to release, and the request is taken back
   */
  handOff(options: HandOffOptions): Promise<number>;

  /**
   * Sets the lease to its full length from now.
   * @returns the new `validUntil`, epoch ms
   * @throws LOCK_LOST when the hold is over, NOT_HELD when it was released or moved here, CLOSED, REDIS_UNREACHABLE,
   *   REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  renew(): Promise<number>;

  /**
   * Asks Redis whether this hold still counts, wherever it is held. False is final; after release() no request is made.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  check(): Promise<boolean>;

  /**
   * Ends this hold; frees the lock when it is the owner's last. Never touches anybody else's. Calls while it runs, and
   * after it was answered, get the same answer. Not answered, it throws, `signal` aborts, and it may be called again.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  release(): Promise<ReleaseResult>;

  /**
   * This hold as text for `locks.resume()`, in another invocation, isolate or service. Whoever has it can release.
   * @param options `move`: this object gives the hold away: keepAlive and the alarm's renewals end, and neither leaving
   * the scope nor the end of background work releases
   * @throws NOT_HELD, LOCK_LOST, CLOSED, INVALID_OPTION
   */
  serialize(options?: { move?: boolean | undefined }): string;

  /**
   * Releases, unless background work or another holder is to. Never throws, and waits no longer than one try may take:
   * what is not released by then goes on being tried in the background, and ends with its lease.
   */
  [Symbol.asyncDispose](): Promise<void>;
}
