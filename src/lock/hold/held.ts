/// <reference lib="esnext.disposable" preserve="true" />
// The result of a successful acquire, as users see it: a hold, its renewals, and the result of its release.
import type { HoldEnd } from "../../base/errors.ts";
import type { ReleaseOutcome } from "../events.ts";
import type { HandOffOptions, KeepAliveArguments, RenewOptions } from "../options.ts";

/**
 * A lock that was acquired. Declare it with `await using`, or call `release()`. In a Worker, it belongs to its request:
 * in another one, its methods throw OTHER_REQUEST.
 */
export interface Held extends AsyncDisposable {
  /** The lock's name, without the prefix. */
  readonly name: string;
  /**
   * The owner: `<clientId>:<ownerId>`, or the one passed to `acquire`. Pass it to another acquire to re-enter this
   * lock.
   */
  readonly owner: string;
  /** The label that it was acquired with; "" when it has none. */
  readonly label: string;
  /** The lease that a renewal sets, in ms. */
  readonly leaseMs: number;
  /**
   * The owner's holds of this lock when it was granted, this one included. For several locks: the least of their
   * counts, and 1 after `resume`.
   */
  readonly holdCount: number;
  /** Decimal digits, for a fenced lock: a number higher than the tokens of all earlier holders. */
  readonly fencingToken: string | undefined;
  /** Whether the acquire was refused, or waited in a queue, before it was granted. False after `resume`. */
  readonly waited: boolean;
  /** The time from the call of the acquire to the grant, in ms. 0 after `resume`. */
  readonly waitedMs: number;

  /** The end of this hold's validity, in epoch ms of the local clock. For display: decide by `signal`. */
  readonly validUntil: number;

  /**
   * Aborts when the hold is lost: at the latest when its lease ends by one of the local clocks, even if no renewal is
   * answered. After a suspension of the machine, `aborted` is correct at once, and the `abort` event comes within a
   * second. It also aborts when a release is not answered, the client is closed, or a route's response took longer than
   * `maxResponseMs`. Its reason is the error. A release that is answered does not abort it.
   */
  readonly signal: AbortSignal;

  /**
   * Aborts once somebody waits for what this hold has, so that long work may step down. Its reason is a
   * `LockWantedError` with the facts. The lock stays yours. Once it is read, Redis is asked after each renewal, until
   * somebody waits. Without renewals and `listen`, nothing asks. Only fair locks see waiters that poll.
   * @throws INVALID_OPTION when the client has no `inspection`
   * @example
   * held.keepAlive(ctx, { listen: true });
   * held.wanted.addEventListener("abort", () => console.log(held.wanted.reason));
   */
  readonly wanted: AbortSignal;

  /**
   * Renews the lease at each third of it, until release, loss, `stop()`, `maxHoldMs` or the end of this invocation. A
   * hold shorter than a third of its lease costs no request. A second call replaces the first, but keeps its `maxHoldMs`
   * and `listen` unless it sets them.
   * @param given `context`: the invocation's context, with `waitUntil`; Node, Deno and Bun need none. `options.until`:
   * background work, given to `waitUntil`; the hold is released when the last work settles, and no longer at the end of
   * the scope. `options.maxHoldMs`: the longest time to renew, 1,000 to 2,147,483,647 ms, default 900,000;
   * `options.listen`: see KeepAliveOptions
   * @returns the renewals, with `stop()` and `ended`
   * @throws NO_WAIT_UNTIL when a Worker or Vercel's edge runtime passes no context; LEASE_FIXED when `acquire` got
   * `leaseMs` without `renew: true`; INVALID_OPTION when an option is wrong
   * @throws NOT_HELD when the hold was released or moved here; LOCK_LOST when it is lost; CLOSED after `close()`
   * @example
   * await using held = await locks.lock("report").acquire();
   * held.keepAlive(ctx, { maxHoldMs: 300_000 });
   */
  keepAlive(...given: KeepAliveArguments): KeepAlive;

  /**
   * Hands the hold to the watchdog, which renews it even if this invocation ends or is too busy. Await it before you
   * return the response.
   * From then on keepAlive ends, and leaving the scope does not release. `release()` still releases, from anywhere. If
   * you read `signal` before the scope ends, it stays accurate while this invocation lives. Another call, also after
   * `resume`, extends the deadline.
   * @param options `maxHoldMs`: how long the watchdog keeps the hold, from now, 1,000 to 2,147,483,647 ms; `leaseMs`:
   * the lease that each renewal sets, 1,000 to 2,147,483,647 ms, default 120,000
   * @returns the end of the hold's validity without another renewal, in epoch ms
   * @throws NO_WATCHDOG when the client has no watchdog; LEASE_FIXED when `acquire` got `leaseMs` without
   * `renew: true`; INVALID_OPTION when an option is wrong
   * @throws WATCHDOG_UNREACHABLE when the watchdog did not confirm: the hold is still yours to release, and the request
   * is withdrawn
   * @throws NOT_HELD when the hold was released or moved here; LOCK_LOST when it is lost; CLOSED after `close()`
   * @example
   * await held.handOff({ maxHoldMs: 3_600_000 });
   * const serialized = held.serialize();
   */
  handOff(options: HandOffOptions): Promise<number>;

  /**
   * Renews the hold from now. It never shortens the time that is left.
   * @param options `leaseMs`: 1,000 to 2,147,483,647 ms, default the hold's lease; later renewals set that one again
   * @returns the new `validUntil`, in epoch ms
   * @throws LOCK_LOST when the hold is over; NOT_HELD when it was released or moved here; CLOSED after `close()`;
   * INVALID_OPTION when an option is wrong
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const validUntil = await held.renew({ leaseMs: 300_000 });
   */
  renew(options?: RenewOptions): Promise<number>;

  /**
   * Asks Redis whether this hold still counts. False is final. After `release()` it sends no request.
   * @returns whether the hold still counts
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * if (!(await held.check())) throw new Error("the lock is lost");
   */
  check(): Promise<boolean>;

  /**
   * Ends this hold, and frees the lock if it is the owner's last. Never affects another owner's hold. Concurrent and
   * later calls return the same result. If it is not carried out, it throws, `signal` aborts, and you may call it again.
   * It is also repeated in the background until the lease ends, unless Redis refused it.
   * @returns the outcome, and how many holds the owner has left
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const { outcome } = await held.release();
   */
  release(): Promise<ReleaseResult>;

  /**
   * Serializes this hold for `locks.resume()`, in another invocation, isolate or service. Anybody who has the text can
   * release the hold.
   * @param options `move`: whether to give the hold away, default false. Renewals by keepAlive and an alarm then end,
   * and neither the end of a scope nor of background work releases it
   * @returns the text
   * @throws NOT_HELD when the hold was released or moved here; LOCK_LOST when it is lost; CLOSED after `close()`
   * @throws INVALID_OPTION when an option is wrong, or the client has no `text: holdText()`
   * @example
   * const serialized = held.serialize({ move: true });
   */
  serialize(options?: { move?: boolean | undefined }): string;

  /**
   * Releases the hold, unless background work or another holder keeps it. Never throws, and waits for one attempt at
   * most. A release that takes longer goes on in the background, and the lease bounds it.
   * @example
   * await using held = await locks.lock("orders:42").acquire();
   */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Why the renewals ended. */
export type KeepAliveEnd = "released" | "lost" | "stopped" | "max-hold" | "handed-off" | "platform-limit";

/** The renewals that `keepAlive` started. */
export interface KeepAlive {
  /**
   * Ends the renewals. The hold stays until it is released or its lease ends.
   * @example
   * const { stop } = held.keepAlive(ctx);
   * stop();
   */
  stop(): void;
  /** Resolves when the renewals have ended, with the reason and the number of successful ones. Never rejects. */
  readonly ended: Promise<{ reason: KeepAliveEnd; renewals: number }>;
}

export interface RenewalLimits {
  readonly maxHoldMs: number;
  /** The start of `maxHoldMs` on the local clock, if the user chose it. Undefined: the start of these renewals. */
  readonly chosenAt?: number | undefined;
  /** In how many ms the platform is about to end the invocation. */
  readonly platformMs: number;
  /** Whether the hold listens for messages during the renewals. */
  readonly listens?: boolean;
}

export interface KeepAliveLoop {
  readonly limits: RenewalLimits;
  /** Why the renewals ended; undefined: they go on. */
  readonly reason: KeepAliveEnd | undefined;
  /** Makes the next renewal due now. */
  soon(): void;
  /** As that of KeepAlive. */
  readonly ended: Promise<KeepAliveResult>;
  /** Ends the renewals: their caller stopped them, or the hold ended or changed hands. */
  end(reason: KeepAliveEnd): void;
}

/** `renewals`: the number of successful ones. */
export interface KeepAliveResult {
  reason: KeepAliveEnd;
  renewals: number;
}

/** The result of a release. */
export interface ReleaseResult {
  /** What the release found. */
  readonly outcome: ReleaseOutcome;
  /** Holds of the same owner that remain. */
  readonly holdCount: number;
}

/** Whether a release found that the hold had been lost. */
export function foundLost({ outcome }: ReleaseResult): boolean {
  return outcome === "expired" || outcome === "taken" || outcome === "stolen";
}

/** Returns the result for the end that Redis remembers. */
export function releaseResult(end: HoldEnd): ReleaseResult {
  if (end === "released" || end === "released-elsewhere" || end === "taken") return { outcome: end, holdCount: 0 };
  if (end.startsWith("still:")) return { outcome: "still-held", holdCount: Number(end.slice("still:".length)) };
  if (end.startsWith("stolen:")) return { outcome: "stolen", holdCount: 0 };
  // Free or lost. "refused" and "unset" cannot follow a grant.
  return { outcome: "expired", holdCount: 0 };
}
