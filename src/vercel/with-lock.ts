// A route handler that runs alone: a function of Vercel or Next.js, from a request to a response.
import { platformContext } from "../http/platform-context.ts";
import { RouteLock, type RouteLockOptions } from "../http/route-lock.ts";
import type { Held } from "../locks/held.ts";

/**
 * Wraps a route handler: it runs with the lock held, which is released when the response is complete, streamed bodies included. The
 * handler's own error is the one that counts.
 * @param options `locks` and `name`, and what RouteLockOptions says; functions get what the route is called with
 * @param handler gets the request, the hold, and what else the route is called with, such as Next.js' `{ params }`
 * @returns the route handler; it answers 423 when the lock is busy, and 503 when Redis cannot be reached, or does not answer
 * @throws INVALID_OPTION naming the option; all other errors of an acquire come out of the route
 */
export function withLock<Asked extends Request, Rest extends readonly unknown[]>(
  options: RouteLockOptions<[request: Asked, ...rest: Rest]>,
  handler: (request: Asked, held: Held, ...rest: Rest) => Response | Promise<Response>,
): (request: Asked, ...rest: Rest) => Promise<Response> {
  const route = new RouteLock(options);
  return function lockedRoute(request, ...rest) {
    const invocation = { method: request.method, signal: request.signal, context: platformContext() };
    return route.answer([request, ...rest], invocation, async (held) => handler(request, held, ...rest));
  };
}
