// The Worker's bindings and secrets, looked at in one place.
import { createLocks, type Locks } from "../create-locks.ts";
import type { WatchdogNamespace } from "../watchdog/durable-object-watchdog.ts";

export interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  /** The watchdog of handOff. */
  readonly LEASE_WATCHDOG: WatchdogNamespace;
  /**
   * The bearer token of the lock API, at least 32 characters: `openssl rand -hex 32`. Without it every request is
   * refused.
   */
  readonly LOCK_API_TOKEN?: string;
  /** The token before, taken as well while callers change to the new one. */
  readonly LOCK_API_TOKEN_OLD?: string;
  /** What signs the texts of holds, at least 32 characters. Default: derived from the token. */
  readonly LOCK_API_SECRET?: string;
  /** The secret before, or the token that stood in its place: its texts are taken until they expire. */
  readonly LOCK_API_SECRET_OLD?: string;
  /** "on": `force-release` frees a lock whoever has it. */
  readonly ALLOW_FORCE_RELEASE?: string;
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

/** The token of now, and the one before it. */
export function tokensOf(env: Env): (string | undefined)[] {
  return [env.LOCK_API_TOKEN ?? "", env.LOCK_API_TOKEN_OLD];
}

/** What signs the texts of holds now, and what did before: secrets of their own, or the tokens. */
export function secretsOf(env: Env): (string | undefined)[] {
  const [token, oldToken] = tokensOf(env);
  const { LOCK_API_SECRET: secret, LOCK_API_SECRET_OLD: oldSecret } = env;
  return [secret ?? token, oldSecret ?? (secret === undefined ? oldToken : undefined)];
}
