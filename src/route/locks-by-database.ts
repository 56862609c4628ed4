// The clients of an application that finds its database in the environment of each request.
import { type Client, LockClient } from "../client.ts";
import { type ClientOptions, resolveClientOptions } from "../client-options.ts";
import type { Lock } from "../locks/lock.ts";
import { lock } from "../locks/reentrant-lock.ts";
import { endpointFromEnv } from "../redis/env.ts";
import { streams } from "../redis/streams.ts";

/**
 * A client with the reentrant lock as a method; for other kinds, give it to their functions: `fairLock(locks, name)`.
 */
export interface PlainLocks extends Client {
  /**
   * As the function `lock`: the reentrant lock of this name.
   * @example
   * await using held = await locksFromEnv()().lock("orders:42").acquire();
   */
  lock(name: string): Lock;
}

class EnvironmentLocks extends LockClient implements PlainLocks {
  lock(name: string): Lock {
    return lock(this, name);
  }
}

/** Options of `locksFromEnv`: those of `createClient`, without `redis`. `wait` is `streams()` unless given. */
export type EnvironmentOptions = Omit<ClientOptions, "redis">;

/** Returns what makes one client for each database, at its first request, from the variables of an environment. */
export function locksByDatabase(
  options: EnvironmentOptions,
): (environment: Readonly<Record<string, unknown>>) => PlainLocks {
  // At the call: else the first request would be told of a wrong option.
  resolveClientOptions({ ...options, redis: { url: "", token: "" } });
  // Not by the environment's identity: Deno's is another object each time.
  const known = new Map<string, PlainLocks>();
  return function locksOf(environment) {
    const redis = endpointFromEnv(environment);
    const database = `${redis.url} ${redis.token}`;
    const locks = known.get(database) ?? new EnvironmentLocks({ ...options, wait: options.wait ?? streams(), redis });
    known.set(database, locks);
    return locks;
  };
}
