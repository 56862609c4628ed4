// The address of Redis, from the environment variables that platforms set.
import { InvalidOptionError } from "../errors.ts";
import type { RedisEndpoint } from "../options.ts";

// Upstash's own names first, then those of Vercel's integration of it.
const PREFIXES = ["UPSTASH_REDIS_REST", "KV_REST_API"];

/** The environment variables with the address and token of Redis. */
export const ENDPOINT_VARIABLES: readonly string[] = PREFIXES.flatMap((prefix) => [`${prefix}_URL`, `${prefix}_TOKEN`]);

/**
 * Returns the first complete pair of `UPSTASH_REDIS_REST_URL`, `UPSTASH_REDIS_REST_TOKEN` and `KV_REST_API_URL`,
 * `KV_REST_API_TOKEN`. It never combines the address of one database with the token of another. Throws INVALID_OPTION
 * naming the variable.
 */
export function endpointFromEnv(env: Readonly<Record<string, unknown>>): RedisEndpoint {
  for (const prefix of PREFIXES) {
    const [url, token] = [env[`${prefix}_URL`], env[`${prefix}_TOKEN`]];
    if (typeof url === "string" && url !== "" && typeof token === "string" && token !== "") return { url, token };
  }
  const [first = ""] = PREFIXES.filter((prefix) => Boolean(env[`${prefix}_URL`]) !== Boolean(env[`${prefix}_TOKEN`]));
  if (first !== "") throw new InvalidOptionError(`${first}_${env[`${first}_URL`] ? "TOKEN" : "URL"}`, "is not set");
  throw new InvalidOptionError("UPSTASH_REDIS_REST_URL", "is not set, and neither is KV_REST_API_URL");
}
