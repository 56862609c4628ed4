// The clients of an application that finds its database in the environment of each request.
import { createLocks, type Locks } from "../create-locks.ts";
import type { LocksOptions } from "../options.ts";
import { endpointFromEnv } from "../redis/env.ts";

/** Returns what makes one client for each database, at its first request, from the variables of an environment. */
export function locksByDatabase(
  options: Omit<LocksOptions, "redis">,
): (environment: Readonly<Record<string, unknown>>) => Locks {
  // Not by the environment's identity: Deno's is another object each time.
  const known = new Map<string, Locks>();
  return function locksOf(environment) {
    const redis = endpointFromEnv(environment);
    const database = `${redis.url} ${redis.token}`;
    const locks = known.get(database) ?? createLocks({ ...options, redis });
    known.set(database, locks);
    return locks;
  };
}
