// A route that runs alone: Hono middleware around the handler.
import type { Context, MiddlewareHandler } from "hono";
import { InvalidOptionError, isLockError, type LockBusyError } from "../errors.ts";
import type { ExclusiveLock } from "../locks/exclusive-lock.ts";
import type { Held } from "../locks/held.ts";
import { callable, knownMembers, untilProcessEnds, type WaitUntil } from "../options.ts";
import { releasedAfter } from "./after-response.ts";
import { problemOf } from "./problem.ts";

/** What makes the locks: `createLocks(…)`, or anything with its `lock(name)`, such as `{ lock: (name) => locks.fairLock(name) }`. */
export interface LockSource {
  lock(name: string): ExclusiveLock;
}

export interface WithLockOptions {
  /** The locks, or how to get them from the context: `locksFromEnv()`. */
  readonly locks: LockSource | ((c: Context) => LockSource);
  /** The lock's name, or how to get it from the context. */
  readonly name: string | ((c: Context) => string | Promise<string>);
  /** How long a request waits while the lock is busy, in ms: 0 to 2,147,483,647. Default: the client's `waitMs`. */
  readonly waitMs?: number | undefined;
  /** A fixed lease, in ms: 1,000 to 2,147,483,647. Default: the client's `leaseMs`, renewed while the request runs. */
  readonly leaseMs?: number | undefined;
  /** Renew the lease until the response is complete. Default: true, unless `leaseMs` fixes it. */
  readonly keepAlive?: boolean | undefined;
  /** The answer while the lock is busy. Default: 423 with `Retry-After`, and problem details. */
  readonly onBusy?: ((c: Context, error: LockBusyError) => Response | Promise<Response>) | undefined;
}

/** What the handler finds: the hold, as `c.var.lock`. */
export interface LockVariables {
  lock: Held;
}

/**
 * Runs the rest of the route with the lock held, which is released when the response is complete, streamed bodies included. The
 * handler's own error, or answer, is what counts, also when the release fails.
 * @param options `locks` and `name`, and what WithLockOptions says
 * @returns middleware; it answers 423 when the lock is busy, and 503 when Redis cannot be reached, or does not answer
 * @throws INVALID_OPTION naming the option; all other errors of an acquire go to `app.onError`
 */
export function withLock(options: WithLockOptions): MiddlewareHandler<{ Variables: LockVariables }> {
  knownMembers("options", options, ["locks", "name", "waitMs", "leaseMs", "keepAlive", "onBusy"]);
  const { locks, name, waitMs, leaseMs, keepAlive = leaseMs === undefined, onBusy } = options;
  if (typeof locks !== "function" && typeof locks?.lock !== "function") {
    throw new InvalidOptionError("locks", "must be createLocks(…), or a function that gives it");
  }
  if (typeof name !== "string" && typeof name !== "function") {
    throw new InvalidOptionError("name", "must be a string, or a function that gives one");
  }
  if (keepAlive && leaseMs !== undefined) throw new InvalidOptionError("keepAlive", "cannot renew what leaseMs fixes");
  if (onBusy !== undefined) callable("onBusy", onBusy);

  return async function lockedRoute(c, next): Promise<Response | undefined> {
    const source = typeof locks === "function" ? locks(c) : locks;
    const lock = source.lock(typeof name === "string" ? name : await name(c));
    let held: Held;
    try {
      held = await lock.acquire({ waitMs, leaseMs, signal: c.req.raw.signal });
    } catch (error) {
      if (!isLockError(error)) throw error;
      const answer = error.code === "LOCK_BUSY" && onBusy !== undefined ? await onBusy(c, error) : problemOf(error);
      if (answer === undefined) throw error;
      return answer;
    }
    const context = contextOf(c);
    // Hono turns errors of a handler into answers; what it does not know as an error comes through.
    try {
      if (keepAlive) held.keepAlive(context ?? untilProcessEnds);
      c.set("lock", held);
      await next();
    } catch (error) {
      await held[Symbol.asyncDispose]();
      throw error;
    }
    c.res = await releasedAfter(c.res, held, context);
    return undefined;
  };
}

/** Hono throws where the platform gave it none. */
function contextOf(c: Context): WaitUntil | undefined {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}
