// Where Redis is, as the platforms that sell it put it into the environment.
import { InvalidOptionError } from "../errors.ts";
import type { RedisEndpoint } from "../options.ts";

// Upstash's own names first, then those of Vercel's integration of it.
const PREFIXES = ["UPSTASH_REDIS_REST", "KV_REST_API"];

/** The variables that say where Redis is. */
export const ENDPOINT_VARIABLES: readonly string[] = PREFIXES.flatMap((prefix) => [`${prefix}_URL`, `${prefix}_TOKEN`]);

/**
 * The first pair of `UPSTASH_REDIS_REST_URL`, `UPSTASH_REDIS_REST_TOKEN` and `KV_REST_API_URL`, `KV_REST_API_TOKEN` of
 * which both are set: never the address of one database with the token of another. Throws INVALID_OPTION naming the
 * variable.
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
