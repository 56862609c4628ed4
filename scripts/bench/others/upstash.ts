// The packages of Upstash, for the bills.
export { Lock as UpstashLock } from "@upstash/lock";
export { Redis as UpstashRedis } from "@upstash/redis";
