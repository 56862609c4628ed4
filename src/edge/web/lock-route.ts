// Wraps a handler, from a request or a framework's event to a response, so that it runs with a lock held.

import { callable } from "../../base/validate.ts";
import type { Held } from "../../lock/hold/held.ts";
import { LockedRoute, type LockRouteOptions } from "../route/locked-route.ts";
import { contextOf, type RequestOrEvent, requestOf } from "./platform.ts";

/**
 * Wraps a handler so that it runs with the lock held. The lock is released when the response is complete, streamed
 * bodies included. An error of the handler takes precedence over one of the release.
 * @param options `locks` and `name` are required, for the others see LockRouteOptions; functions get the handler's
 * arguments
 * @param handler gets the request, or the event that has it as `request` or `req`; the hold; and the other arguments,
 * such as `env` and `ctx` of a Worker
 * @returns the handler for the framework; it answers 423 if the lock is busy, and 503 if Redis is unreachable or does
 * not answer
 * @throws INVALID_OPTION naming the option; the returned handler throws all other errors of an acquire
 * @example
 * export default {
 *   fetch: lockRoute({ locks, name: "invoices" }, (_, held) => new Response(held.owner)),
 * };
 */
export function lockRoute<Asked extends RequestOrEvent = Request, Rest extends readonly unknown[] = []>(
  options: LockRouteOptions<[asked: Asked, ...rest: Rest]>,
  handler: (asked: Asked, held: Held, ...rest: Rest) => Response | Promise<Response>,
): (asked: Asked, ...rest: Rest) => Promise<Response> {
  const route = new LockedRoute(options);
  callable("handler", handler, "must be a function: lockRoute(options, handler)");
  return async function lockedRoute(asked, ...rest) {
    const { method, signal } = requestOf(asked);
    const invocation = { method, signal, context: contextOf([asked, ...rest]) };
    return route.answer([asked, ...rest], invocation, async (held) => handler(asked, held, ...rest));
  };
}
