// The locks of an application, from the environment of whatever platform runs it.
import type { Locks } from "../create-locks.ts";
import type { LocksOptions } from "../options.ts";
import { ENDPOINT_VARIABLES } from "../redis/env.ts";
import { locksByDatabase } from "../route/locks-by-database.ts";
import { environmentOf } from "./platform.ts";

/**
 * Makes `locks` for withLock: one client for each database, at its first request.
 * @param options as of createLocks, without `redis`
 * @returns a function of what the handler is called with; it reads `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN`, else
 *   `KV_REST_API_URL` and `KV_REST_API_TOKEN`, from a Worker's `env` among the arguments, else from `process.env`, and throws
 *   INVALID_OPTION naming what is missing
 * @example
 * export const POST = withLock({ locks: locksFromEnv(), name: "invoices" }, (request, held) => new Response(held.owner));
 */
export function locksFromEnv(options: Omit<LocksOptions, "redis"> = {}): (...asked: readonly unknown[]) => Locks {
  const locksOf = locksByDatabase(options);
  return (...asked) => locksOf(environmentOf(asked, ENDPOINT_VARIABLES));
}
