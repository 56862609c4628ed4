// A database that is given as an @upstash/redis client, which counts its requests.
import { Redis } from "@upstash/redis/cloudflare";
import type { Env } from "./env.ts";
import { storyOf } from "./faults.ts";

/** Returns the url and token of the database, or a client, as the object's story asks. */
export function databaseFor(id: DurableObjectId, env: Env): { url: string; token: string } | Redis {
  const endpoint = { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN };
  if (!storyOf(id).faults.givesClient) return endpoint;
  const redis = new Redis(endpoint);
  redis.use((request, next) => {
    storyOf(id).sentByClient += 1;
    return next(request);
  });
  return redis;
}
