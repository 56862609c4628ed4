// The locks of an application, from the environment of its platform.
import { ENDPOINT_VARIABLES } from "../../lock/redis/endpoint.ts";
import { makersOfLocks } from "../route/locked-route.ts";
import { type EnvironmentOptions, locksByDatabase, type PlainLocks } from "../route/locks-by-database.ts";
import { environmentOf } from "./platform.ts";

/**
 * Makes `locks` for lockRoute. Creates one client for each database, at its first request.
 * @param options the options of `createClient`, without `redis`; default of `wait`: `streams()`
 * @returns a function of the handler's arguments; it reads `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN`,
 * else `KV_REST_API_URL` and `KV_REST_API_TOKEN`, from a Worker's `env` among the arguments, else from `process.env`,
 * and throws INVALID_OPTION naming what is missing
 * @example
 * const locks = locksFromEnv();
 * export const POST = lockRoute({ locks, name: "invoices" }, (_, held) => new Response(held.owner));
 */
export function locksFromEnv(options: EnvironmentOptions = {}): (...asked: readonly unknown[]) => PlainLocks {
  const locksOf = locksByDatabase(options);
  return (...asked) => locksOf(environmentOf(asked, ENDPOINT_VARIABLES.flat()));
}

makersOfLocks.add(locksFromEnv);
