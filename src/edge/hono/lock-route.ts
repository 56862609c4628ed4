// Hono middleware that runs the handler with a lock held.
import type { Context, MiddlewareHandler } from "hono";
import type { Held } from "../../lock/hold/held.ts";
import { LockedRoute, type LockRouteOptions } from "../route/locked-route.ts";
import { invocationOf } from "../route/platform-context.ts";

/** The variables of the handler's context: the hold is `c.var.lock`. */
export interface LockVariables {
  lock: Held;
}

/**
 * Makes middleware that runs the rest of the route with the lock held. The lock is released when the response is
 * complete, streamed bodies included. The handler's own error or response takes precedence over an error of the
 * release.
 * @param options `locks` and `name` are required, for the others see LockRouteOptions; functions get the context
 * @returns middleware; it answers 423 if the lock is busy, and 503 if Redis is unreachable or does not answer
 * @throws INVALID_OPTION naming the option; all other errors of an acquire go to `app.onError`
 * @example
 * app.post("/invoices", lockRoute({ locks, name: "invoices" }), (c) => c.text(c.var.lock.owner));
 */
export function lockRoute(options: LockRouteOptions<[c: Context]>): MiddlewareHandler<{ Variables: LockVariables }> {
  const route = new LockedRoute(options);
  return async function lockedRoute(c, next): Promise<Response | undefined> {
    const { method, signal } = c.req.raw;
    // Keep the headers that were set on the context before.
    const respond = (problem: Response): Response => c.newResponse(problem.body, problem);
    // Hono's answer to an error: that of the handler, or of middleware in front of this one that did not wait for it.
    const isAnswered = (): boolean => c.error !== undefined;
    const invocation = { method, signal, context: invocationOf(c), respond, isAnswered };
    const response = await route.answer([c], invocation, async (held) => {
      c.set("lock", held);
      // Hono converts errors of a handler to responses.
      await next();
      if (!c.finalized) throw new TypeError("the handler behind lockRoute returned no Response");
      return c.res;
    });
    if (!c.finalized) return response;
    // Assign only a new response: Hono rebuilds it here, which fails for some.
    if (response !== c.res) c.res = response;
    return undefined;
  };
}
