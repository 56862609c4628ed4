// The Worker's bindings and secrets, looked at in one place.
import { createLocks, type Locks } from "../client.ts";
import type { WatchdogNamespace } from "../watchdog/namespace.ts";

export interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  /** The watchdog of handOff. */
  readonly LEASE_WATCHDOG: WatchdogNamespace;
  /** The bearer token of the lock API. Without it every request is refused. */
  readonly LOCK_API_TOKEN?: string;
  /** The lease that keepAlive renews, in ms, as digits. Default: the library's. */
  readonly LEASE_MS?: string;
  /** "on" adds the demonstration routes that `npm start` plays with. */
  readonly DEMO?: string;
}

// One set of locks per isolate: env is the same object for all its requests.
const locksOf = new WeakMap<Env, Locks>();

/** Throws INVALID_OPTION when a variable or secret is missing or malformed. */
export function locksFor(env: Env): Locks {
  let locks = locksOf.get(env);
  if (locks === undefined) {
    locks = createLocks({
      redis: { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN },
      watchdog: env.LEASE_WATCHDOG,
      leaseMs: env.LEASE_MS === undefined ? undefined : Number(env.LEASE_MS),
    });
    locksOf.set(env, locks);
  }
  return locks;
}
