// The locks of a Hono application, from the environment of its platform.
import type { Context } from "hono";
import { env } from "hono/adapter";
import { makersOfLocks } from "../route/locked-route.ts";
import { type EnvironmentOptions, locksByDatabase, type PlainLocks } from "../route/locks-by-database.ts";

/**
 * Makes `locks` for lockRoute. Creates one client for each database, at its first request.
 * @param options the options of `createClient`, without `redis`; default of `wait`: `streams()`
 * @returns a function of the context, which reads `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN`, else
 * `KV_REST_API_URL` and `KV_REST_API_TOKEN`, and throws INVALID_OPTION naming what is missing
 * @example
 * const locks = locksFromEnv();
 * app.post("/invoices", lockRoute({ locks, name: "invoices" }), (c) => c.text(c.var.lock.owner));
 */
export function locksFromEnv(options: EnvironmentOptions = {}): (c: Context) => PlainLocks {
  const locksOf = locksByDatabase(options);
  return (c) => locksOf(env<Record<string, unknown>>(c));
}

makersOfLocks.add(locksFromEnv);
