// Clients by database, for an application that reads its database from the environment of each request.

import { InvalidOptionError } from "../../base/errors.ts";
import { type Client, LockClient } from "../../lock/client.ts";
import { type ClientOptions, resolveClientOptions } from "../../lock/client-options.ts";
import type { Held } from "../../lock/hold/held.ts";
import type { Lock } from "../../lock/kinds/lock.ts";
import { lock } from "../../lock/kinds/reentrant-lock.ts";
import type { WithLockOptions } from "../../lock/kinds/with-hold.ts";
import { endpointFromEnv } from "../../lock/redis/endpoint.ts";
import { streams } from "../../lock/redis/streams.ts";

/** A client of reentrant locks. For other kinds, pass it to their functions: `fairLock(locks, name)`. */
export interface PlainLocks extends Client {
  /**
   * Returns the lock of this name, for work that only one caller may do at a time. It is reentrant.
   * @param name the lock's name, without the prefix
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locksFromEnv()().lock("orders:42").acquire();
   */
  lock(name: string): Lock;
  /**
   * Runs `fn` with the lock of this name: acquires it, renews it while `fn` runs, and releases it.
   * @param name the lock's name, without the prefix
   * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost
   * @param options `waitMs`, `leaseMs`, `maxHoldMs`, `context` and the others: see WithLockOptions
   * @returns the result of `fn`
   * @throws INVALID_OPTION when `name` is wrong; the errors of the lock's `withLock`
   * @example
   * await locksFromEnv()().withLock("orders:42", (held) => console.log(held.owner));
   */
  withLock<T>(name: string, fn: (held: Held) => T | PromiseLike<T>, options?: WithLockOptions): Promise<T>;
}

class EnvironmentLocks extends LockClient implements PlainLocks {
  lock(name: string): Lock {
    return lock(this, name);
  }

  async withLock<T>(name: string, fn: (held: Held) => T | PromiseLike<T>, options?: WithLockOptions): Promise<T> {
    return this.lock(name).withLock(fn, options);
  }
}

/** Options of `locksFromEnv`: those of `createClient`, without `redis`. Default of `wait`: `streams()`. */
export type EnvironmentOptions = Omit<ClientOptions, "redis">;

/** Returns a function from an environment to a client. It makes one client for each database, at its first request. */
export function locksByDatabase(
  options: EnvironmentOptions,
): (environment: Readonly<Record<string, unknown>> | undefined) => PlainLocks {
  // Check now: otherwise a wrong option fails only at the first request.
  if ("redis" in Object(options)) {
    throw new InvalidOptionError("redis", "is read from the environment: leave it out, or use createLocks");
  }
  resolveClientOptions({ ...options, redis: { url: "", token: "" } });
  // Not by the environment's identity: Deno's is a new object each time.
  const known = new Map<string, PlainLocks>();
  return function locksOf(environment) {
    const redis = endpointFromEnv(environment);
    const database = `${redis.url} ${redis.token}`;
    const locks = known.get(database) ?? new EnvironmentLocks({ ...options, wait: options.wait ?? streams(), redis });
    known.set(database, locks);
    return locks;
  };
}
