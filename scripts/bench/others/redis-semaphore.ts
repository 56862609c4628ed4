// redis-semaphore: a try each 10 ms, its default. Only the time to wait is raised.
import { Redis } from "ioredis";
import { Mutex } from "redis-semaphore";
import { type Endpoint, KEPT_LEASE_MS, LEASE_MS, type Locker, WAIT_MS } from "../peers/subject.ts";

export async function redisSemaphore({ redisUrl }: Endpoint): Promise<Locker> {
  const redis = new Redis(redisUrl);
  return {
    async acquire(key) {
      const mutex = new Mutex(redis, key, { lockTimeout: LEASE_MS, acquireTimeout: WAIT_MS });
      await mutex.acquire();
      return () => mutex.release();
    },
    keep: (key) => new Mutex(redis, key, { lockTimeout: KEPT_LEASE_MS }).acquire(),
  };
}
