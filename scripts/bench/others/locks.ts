// The locks of others that several benches measure, and the client of @upstash/lock.
import manifest from "./package.json" with { type: "json" };

export { Lock as UpstashLock } from "@upstash/lock";
export { Redis as UpstashRedis } from "@upstash/redis";
export { Mutex } from "redis-semaphore";
export { default as Redlock } from "redlock";

export const VERSIONS = manifest.dependencies;
