// A route that runs alone: Hono middleware around the handler.
import type { Context, MiddlewareHandler } from "hono";
import type { Held } from "../hold/held.ts";
import { contextOf } from "../route/hono-context.ts";
import { RouteLock, type RouteLockOptions } from "../route/route-lock.ts";

export type WithLockOptions = RouteLockOptions<[c: Context]>;

/** What the handler finds: the hold, as `c.var.lock`. */
export interface LockVariables {
  lock: Held;
}

/**
 * Runs the rest of the route with the lock held, which is released when the response is complete, streamed bodies
 * included. The handler's own error, or answer, is what counts, also when the release fails.
 * @param options `locks` and `name`, and what RouteLockOptions says; functions get the context
 * @returns middleware; it answers 423 when the lock is busy, and 503 when Redis cannot be reached, or does not answer
 * @throws INVALID_OPTION naming the option; all other errors of an acquire go to `app.onError`
 * @example
 * app.post("/invoices", withLock({ locks, name: "invoices" }), (c) => c.text(c.var.lock.owner));
 */
export function withLock(options: WithLockOptions): MiddlewareHandler<{ Variables: LockVariables }> {
  const route = new RouteLock(options);
  return async function lockedRoute(c, next): Promise<Response | undefined> {
    const { method, signal } = c.req.raw;
    // With what was set on the context before.
    const respond = (problem: Response): Response => c.newResponse(problem.body, problem);
    const invocation = { method, signal, context: contextOf(c), respond };
    const response = await route.answer([c], invocation, async (held) => {
      c.set("lock", held);
      // Hono turns errors of a handler into answers.
      await next();
      if (!c.finalized) throw new TypeError("the handler behind withLock returned no Response");
      return c.res;
    });
    if (!c.finalized) return response;
    // Not all can be built anew, as Hono does here.
    if (response !== c.res) c.res = response;
    return undefined;
  };
}
