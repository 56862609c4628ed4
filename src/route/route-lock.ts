// A lock around one answer to one request, whatever framework asks for it.
import { InvalidOptionError, isLockError, type LockBusyError } from "../errors.ts";
import { inBackground } from "../hold/background.ts";
import type { Held } from "../hold/held.ts";
import type { Lock } from "../locks/lock.ts";
import { LockBase } from "../locks/lock-base.ts";
import { MAX_MS, MIN_LEASE_MS, resolveAcquireOptions, untilProcessEnds } from "../options.ts";
import { callable, knownMembers, milliseconds } from "../validate.ts";
import { type Invocation, releasedAfter } from "./after-response.ts";
import { isForCaller, problemOf } from "./problem.ts";

/**
 * What makes the locks: `createLocks(…)`, or anything with its `lock(name)`, such as
 * `{ lock: (name) => locks.fairLock(name) }`.
 */
export interface LockSource {
  lock(name: string): Lock;
}

/** `Asked`: what a route is called with: a context, or a request and what comes with it. */
export interface RouteLockOptions<Asked extends readonly [unknown, ...unknown[]]> {
  /** The locks, or how to get them: `locksFromEnv()`. */
  readonly locks: NoInfer<LockSource | ((...asked: Asked) => LockSource)>;
  /** The lock's name, or how to get it. */
  readonly name: string | ((...asked: Asked) => string | Promise<string>);
  /** How long a request waits while the lock is busy, in ms: 0 to 2,147,483,647. Default: the client's `waitMs`. */
  readonly waitMs?: number | undefined;
  /** A fixed lease, in ms: 1,000 to 2,147,483,647. Default: the client's `leaseMs`, renewed while the request runs. */
  readonly leaseMs?: number | undefined;
  /** Renew the lease until the response is complete. Default: true, unless `leaseMs` fixes it. */
  readonly keepAlive?: boolean | undefined;
  /**
   * How long the response may take to be read, from its return by the handler, in ms: 1,000 to 2,147,483,647, default
   * 60,000. Then the lock is released, `held.signal` aborts with RESPONSE_TIMEOUT, and the body is cut: nothing streams
   * on without the lock.
   */
  readonly maxResponseMs?: number | undefined;
  /** The answer while the lock is busy. Default: 423 with `Retry-After`, and problem details. */
  readonly onBusy?: ((asked: Asked[0], error: LockBusyError) => Response | Promise<Response>) | undefined;
}

// What a handler has, as any keepAlive; its response comes on top.
const MAX_HANDLER_MS = 900_000;

export class RouteLock<Asked extends readonly [unknown, ...unknown[]]> {
  readonly #options: RouteLockOptions<Asked>;
  readonly #keepAlive: boolean;
  readonly #maxResponseMs: number;

  /** Throws INVALID_OPTION naming the option. */
  constructor(options: RouteLockOptions<Asked>) {
    const known = ["locks", "name", "waitMs", "leaseMs", "keepAlive", "maxResponseMs", "onBusy"];
    knownMembers("options", options, known, "locks and name");
    const { locks, name, waitMs, leaseMs, keepAlive = leaseMs === undefined, onBusy } = options;
    if (typeof locks !== "function" && typeof locks?.lock !== "function") {
      throw new InvalidOptionError("locks", "must be createLocks(…), or a function that gives it");
    }
    if (typeof name !== "string" && typeof name !== "function") {
      throw new InvalidOptionError("name", "must be a string, or a function that gives one");
    }
    if (typeof keepAlive !== "boolean") throw new InvalidOptionError("keepAlive", "must be true or false");
    if (keepAlive && leaseMs !== undefined) {
      throw new InvalidOptionError("keepAlive", "cannot renew what leaseMs fixes");
    }
    if (onBusy !== undefined) callable("onBusy", onBusy);
    resolveAcquireOptions({ waitMs, leaseMs }, { waitMs: 0, leaseMs: MIN_LEASE_MS, wait: "auto" });
    this.#options = options;
    this.#keepAlive = keepAlive;
    this.#maxResponseMs = milliseconds("maxResponseMs", options.maxResponseMs, 1_000, MAX_MS, 60_000);
  }

  /**
   * The answer of the handler, at the end of which the lock is released, or of one that did not get it. Throws what the
   * handler throws, released, and errors of the acquire that are the application's to handle.
   */
  answer(
    asked: Asked,
    invocation: Invocation,
    handler: (held: Held) => Response | Promise<Response>,
  ): Promise<Response> {
    const answer = this.#answer(asked, invocation, handler);
    // Workers end with a client that leaves: what was taken for it, and what the handler does with the lock, is to come
    // to its end.
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
    const lock = source.lock(typeof name === "string" ? name : await name(...asked));
    let held: Held;
    try {
      held = await LockBase.acquireWithin(lock, context, { waitMs, leaseMs, signal });
    } catch (error) {
      if (!isLockError(error)) throw error;
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
      // Without a compiler nobody has said so.
      if (typeof Object(response).status !== "number") {
        throw new TypeError("the handler behind withLock returned no Response");
      }
      return await releasedAfter(response, held, invocation, this.#maxResponseMs);
    } catch (error) {
      await held[Symbol.asyncDispose]();
      throw error;
    }
  }
}
