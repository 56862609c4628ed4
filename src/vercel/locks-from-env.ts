// The locks of a Vercel project, from its environment.
import { createLocks, type Locks } from "../client.ts";
import type { LocksOptions } from "../options.ts";
import { endpointFromEnv } from "../redis/env.ts";

/**
 * Makes `locks` for withLock: one client, at its first call.
 * @param options as of createLocks, without `redis`
 * @returns a function that reads `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN`, else `KV_REST_API_URL` and `KV_REST_API_TOKEN`,
 *   and throws INVALID_OPTION naming what is missing
 */
export function locksFromEnv(options: Omit<LocksOptions, "redis"> = {}): () => Locks {
  let locks: Locks | undefined;
  return function locksOf() {
    locks ??= createLocks({ ...options, redis: endpointFromEnv(environment()) });
    return locks;
  };
}

/** Vercel's edge runtime has it, too. */
function environment(): Record<string, unknown> {
  const process: unknown = Reflect.get(globalThis, "process");
  const env: unknown = Object(process).env;
  return { ...Object(env) };
}
