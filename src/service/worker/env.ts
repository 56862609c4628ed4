// The Worker's bindings and secrets. Only this module reads them.

import { type Client, createClient } from "../../lock/client.ts";
import { durableObjectWatchdog } from "../../lock/parts/hand-off.ts";
import { holdText } from "../../lock/parts/hold-text.ts";
import { streams } from "../../lock/redis/streams.ts";
import type { WatchdogNamespace } from "../../lock/watchdog/durable-object-watchdog.ts";
import type { RateLimitAnswer } from "../access/rates.ts";

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
  /** The previous token, still valid while callers change to the new one. */
  readonly LOCK_API_TOKEN_OLD?: string;
  /** The secret that signs the texts of holds, at least 32 characters. Default: derived from the token. */
  readonly LOCK_API_SECRET?: string;
  /** The previous secret, or the token that was used instead. Its texts are valid until they expire. */
  readonly LOCK_API_SECRET_OLD?: string;
  /** "on": `force-release` may free a lock of any owner. */
  readonly ALLOW_FORCE_RELEASE?: string;
  /** The prefix of the locks in the database. Default: the library's. */
  readonly LOCK_PREFIX?: string;
  /** The lease that keepAlive renews, in ms, as digits. Default: the library's. */
  readonly LEASE_MS?: string;
  /** Limits the requests of each principal: the binding of `[[ratelimits]]`. Without it there is no limit. */
  readonly RATE_LIMITER?: RateLimiter;
  /** Limit and period of that binding, because it does not state them: "600/60". Callers learn them. */
  readonly RATE_LIMIT?: string;
  /** The origins whose pages may use /v1/locks: "https://a.example,https://b.example". Without it, there are none. */
  readonly CORS_ORIGINS?: string;
}

/** Cloudflare's rate limit binding. It counts in each of its locations, and answers only whether to go on. */
export interface RateLimiter {
  limit(of: { key: string }): Promise<{ success: boolean }>;
}

// One set of locks per isolate: env is the same object for all its requests.
const locksOf = new WeakMap<Env, Client>();

/** Throws INVALID_OPTION when a variable or secret is missing or malformed. */
export function locksFor(env: Env): Client {
  let locks = locksOf.get(env);
  if (locks === undefined) {
    // Not createLocks: its facade would bundle kinds that the API does not serve, and renewals that its callers make.
    locks = createClient({
      redis: { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN },
      prefix: env.LOCK_PREFIX,
      leaseMs: env.LEASE_MS === undefined ? undefined : Number(env.LEASE_MS),
      wait: streams(),
      watchdog: durableObjectWatchdog(env.LEASE_WATCHDOG),
      text: holdText(),
    });
    locksOf.set(env, locks);
  }
  return locks;
}

/** Returns the current token and the previous one. */
export function tokensOf(env: Env): (string | undefined)[] {
  return [env.LOCK_API_TOKEN ?? "", env.LOCK_API_TOKEN_OLD];
}

/** Returns the current and the previous secret for the texts of holds. Without secrets, these are the tokens. */
export function secretsOf(env: Env): (string | undefined)[] {
  const [token, oldToken] = tokensOf(env);
  const { LOCK_API_SECRET: secret, LOCK_API_SECRET_OLD: oldSecret } = env;
  return [secret ?? token, oldSecret ?? (secret === undefined ? oldToken : undefined)];
}

/** Returns the origins whose pages may use the lock API. */
export function corsOriginsOf({ CORS_ORIGINS: origins = "" }: Pick<Env, "CORS_ORIGINS">): string[] {
  return origins === "" ? [] : origins.split(",").map((origin) => origin.trim());
}

/** Asks the limiter, if there is one, about one more request of a principal. */
export async function withinRate(
  { RATE_LIMITER: limiter, RATE_LIMIT: policy }: Env,
  key: string,
): Promise<RateLimitAnswer> {
  if (limiter === undefined) return { success: true };
  const { success } = await limiter.limit({ key });
  if (policy === undefined) return { success };
  const [limit, periodS] = policy.split("/").map(Number);
  return { success, limit, periodS };
}
