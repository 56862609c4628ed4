// redis-semaphore tries each 10 ms, renews after 80 % of the lease, and calls `onLockLost`.
import { Redis } from "ioredis";
import { Mutex } from "redis-semaphore";
import { type Endpoint, type Kept, WAIT_MS } from "../locker.ts";

export async function redisSemaphore({ redisUrl }: Endpoint, lockTimeout: number) {
  const redis = new Redis(redisUrl).on("error", () => {});
  return async (key: string): Promise<Kept> => {
    const mutex = new Mutex(redis, key, { lockTimeout, acquireTimeout: WAIT_MS, onLockLost: () => {} });
    await mutex.acquire();
    return { isHeld: () => mutex.isAcquired, release: () => mutex.release() };
  };
}
