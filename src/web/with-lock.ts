// A handler that runs alone: from a request, or a framework's event, to a response.

import type { Held } from "../hold/held.ts";
import { RouteLock, type RouteLockOptions } from "../route/route-lock.ts";
import { contextOf, type RequestOrEvent, requestOf } from "./platform.ts";

/**
 * Wraps a handler so that it runs with the lock held. The lock is released when the response is complete, streamed
 * bodies included. An error of the handler takes precedence over one of the release.
 * @param options `locks` and `name`, and what RouteLockOptions says; functions get what the handler is called with
 * @param handler gets the request, or the event that has it as `request` or `req`; the hold; and what else it is called
 * with, such as `env` and `ctx` of a Worker
 * @returns the handler for the framework; it answers 423 when the lock is busy, and 503 when Redis cannot be reached,
 * or does not answer
 * @throws INVALID_OPTION naming the option; all other errors of an acquire come out of the handler
 * @example
 * export default {
 *   fetch: withLock({ locks, name: "invoices" }, (_, held) => new Response(held.owner)),
 * };
 */
export function withLock<Asked extends RequestOrEvent = Request, Rest extends readonly unknown[] = []>(
  options: RouteLockOptions<[asked: Asked, ...rest: Rest]>,
  handler: (asked: Asked, held: Held, ...rest: Rest) => Response | Promise<Response>,
): (asked: Asked, ...rest: Rest) => Promise<Response> {
  const route = new RouteLock(options);
  return async function lockedRoute(asked, ...rest) {
    const { method, signal } = requestOf(asked);
    const invocation = { method, signal, context: contextOf([asked, ...rest]) };
    return route.answer([asked, ...rest], invocation, async (held) => handler(asked, held, ...rest));
  };
}
