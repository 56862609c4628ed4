// The locks of a Hono application, from the environment of whatever platform runs it.
import type { Context } from "hono";
import { env } from "hono/adapter";
import { createLocks, type Locks } from "../client.ts";
import type { LocksOptions } from "../options.ts";
import { endpointFromEnv } from "../redis/env.ts";

/**
 * Makes `locks` for withLock: one client for each database, at its first request.
 * @param options as of createLocks, without `redis`
 * @returns a function of the context, which reads `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN`, else `KV_REST_API_URL` and
 *   `KV_REST_API_TOKEN`, and throws INVALID_OPTION naming what is missing
 */
export function locksFromEnv(options: Omit<LocksOptions, "redis"> = {}): (c: Context) => Locks {
  // Not by the environment's identity: Deno's is another object each time.
  const known = new Map<string, Locks>();
  return function locksOf(c) {
    const redis = endpointFromEnv(env<Record<string, unknown>>(c));
    const database = `${redis.url} ${redis.token}`;
    const locks = known.get(database) ?? createLocks({ ...options, redis });
    known.set(database, locks);
    return locks;
  };
}
