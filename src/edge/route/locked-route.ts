// Holds a lock around the response to one request, for any framework.

import { InvalidOptionError, isLockError, type LockBusyError } from "../../base/errors.ts";
import { callable, milliseconds, ownMembers } from "../../base/validate.ts";
import { inBackground } from "../../lock/background.ts";
import type { Held } from "../../lock/hold/held.ts";
import type { Lock } from "../../lock/kinds/lock.ts";
import { acquireWithin } from "../../lock/kinds/lock-base.ts";
import { MAX_MS, MIN_LEASE_MS, resolveAcquireOptions, untilProcessEnds } from "../../lock/options.ts";
import { type Invocation, releasedAfter } from "./after-response.ts";
import { badNameProblem, isForCaller, problemOf } from "./problem.ts";

/**
 * Makes the locks: `createLocks(…)`, or an object with `lock(name)`, such as
 * `{ lock: (name) => locks.fairLock(name) }`.
 */
export interface LockSource {
  /**
   * Returns the lock of this name.
   * @param name the lock's name, without the prefix
   * @returns the lock, of any kind
   */
  lock(name: string): Lock;
}

/** Options of a route's lock. `Asked`: the arguments of the route: a context, or a request and further arguments. */
export interface LockRouteOptions<Asked extends readonly [unknown, ...unknown[]]> {
  /** The locks, or a function that returns them, such as `locksFromEnv()`. */
  readonly locks: NoInfer<LockSource | ((...asked: Asked) => LockSource)>;
  /** The lock's name, or a function that returns it. A result that is no valid name is answered with 400. */
  readonly name: string | ((...asked: Asked) => string | Promise<string>);
  /** How long a request waits while the lock is busy, in ms: 0 to 2,147,483,647. Default: the client's `waitMs`. */
  readonly waitMs?: number | undefined;
  /** The lease, in ms: 1,000 to 2,147,483,647; fixed, unless `keepAlive` is true. Default: the client's `leaseMs`. */
  readonly leaseMs?: number | undefined;
  /** Whether the lease is renewed until the response is complete. Default: true without `leaseMs`, false with it. */
  readonly keepAlive?: boolean | undefined;
  /**
   * How long the response may take to be read after the handler returns it, in ms: 1,000 to 2,147,483,647, default
   * 60,000. Then the lock is released, `held.signal` aborts with RESPONSE_TIMEOUT, and the body is cut, so nothing
   * streams without the lock.
   */
  readonly maxResponseMs?: number | undefined;
  /** Returns the response if the lock is busy. Default: 423 with `Retry-After` and problem details. */
  readonly onBusy?: ((asked: Asked[0], error: LockBusyError) => Response | Promise<Response>) | undefined;
}

/**
 * Functions that return `locks` and are not `locks` themselves, such as `locksFromEnv`. Plain JavaScript does not
 * notice forgotten parentheses.
 */
export const makersOfLocks: WeakSet<object> = new WeakSet();

// The time limit of the handler, the same as keepAlive's default; the response's limit is added.
const MAX_HANDLER_MS = 900_000;

export class LockedRoute<Asked extends readonly [unknown, ...unknown[]]> {
  readonly #options: LockRouteOptions<Asked>;
  readonly #keepAlive: boolean;
  readonly #maxResponseMs: number;

  /** Throws INVALID_OPTION naming the option. */
  constructor(given: LockRouteOptions<Asked>) {
    const known = ["locks", "name", "waitMs", "leaseMs", "keepAlive", "maxResponseMs", "onBusy"];
    const options = ownMembers("options", given, known, "locks and name");
    const { locks, name, waitMs, leaseMs, keepAlive = leaseMs === undefined, onBusy } = options;
    if (typeof locks !== "function" && typeof locks?.lock !== "function") {
      throw new InvalidOptionError("locks", "must be createLocks(…), or a function that gives it");
    }
    if (makersOfLocks.has(locks)) throw new InvalidOptionError("locks", "must be called: write locksFromEnv()");
    if (typeof name !== "string" && typeof name !== "function") {
      throw new InvalidOptionError("name", "must be a string, or a function that gives one");
    }
    if (typeof keepAlive !== "boolean") throw new InvalidOptionError("keepAlive", "must be true or false");
    if (onBusy !== undefined) callable("onBusy", onBusy);
    resolveAcquireOptions({ waitMs, leaseMs }, { waitMs: 0, leaseMs: MIN_LEASE_MS, wait: "auto" });
    this.#options = options;
    this.#keepAlive = keepAlive;
    this.#maxResponseMs = milliseconds("maxResponseMs", options.maxResponseMs, 1_000, MAX_MS, 60_000);
  }

  /**
   * Returns the handler's response, and releases the lock at its end; or the response for a lock that was not acquired.
   * Rethrows the handler's error after the release, and errors of the acquire that the application must handle.
   */
  answer(
    asked: Asked,
    invocation: Invocation,
    handler: (held: Held) => Response | Promise<Response>,
  ): Promise<Response> {
    const answer = this.#answer(asked, invocation, handler);
    // A Worker's invocation ends when its client disconnects. Keep it alive until the acquire and the handler have
    // ended.
    inBackground(invocation.context, answer);
    return answer;
  }

  async #answer(
    asked: Asked,
    invocation: Invocation,
    handler: (held: Held) => Response | Promise<Response>,
  ): Promise<Response> {
    const { signal, context, respond = (problem) => problem } = invocation;
    const { locks, name, waitMs, leaseMs, onBusy } = this.#options;
    const source = typeof locks === "function" ? locks(...asked) : locks;
    if (typeof source?.lock !== "function") throw new InvalidOptionError("locks", "returned no locks");
    const wanted = typeof name === "string" ? name : await name(...asked);
    let held: Held;
    try {
      // JavaScript callers have no type check. A source may convert anything to a name.
      if (typeof wanted !== "string") throw new InvalidOptionError("name", "must be a string");
      const lock = source.lock(wanted);
      const renew = leaseMs === undefined ? undefined : this.#keepAlive;
      held = await acquireWithin(lock, context, { waitMs, leaseMs, renew, signal });
    } catch (error) {
      if (!isLockError(error)) throw error;
      // The request led to the name. A fixed name is a mistake of the application.
      if (typeof name === "function" && error.code === "INVALID_OPTION" && error.option === "name") {
        return respond(badNameProblem(error));
      }
      if (error.code === "LOCK_BUSY" && onBusy !== undefined) return onBusy(asked[0], error);
      if (!isForCaller(error)) throw error;
      return respond(problemOf(error));
    }
    try {
      if (this.#keepAlive) {
        const maxHoldMs = Math.min(MAX_HANDLER_MS + this.#maxResponseMs, MAX_MS);
        held.keepAlive(context ?? untilProcessEnds, { maxHoldMs });
      }
      const response = await handler(held);
      // JavaScript callers have no type check.
      if (typeof Object(response).status !== "number") {
        throw new TypeError("the handler behind lockRoute returned no Response");
      }
      return await releasedAfter(response, held, invocation, this.#maxResponseMs);
    } catch (error) {
      await held[Symbol.asyncDispose]();
      throw error;
    }
  }
}
