// redis-semaphore renews after 80 % of the lease, and calls `onLockLost`.
import { Redis } from "ioredis";
import { Mutex } from "redis-semaphore";
import { type Endpoint, type Grant, LEASE_MS, WAIT_MS } from "../../faults/locker.ts";

export async function redisSemaphore({ redisUrl }: Endpoint) {
  const redis = new Redis(redisUrl).on("error", () => {});
  return async (key: string): Promise<Grant> => {
    const mutex = new Mutex(redis, key, { lockTimeout: LEASE_MS, acquireTimeout: WAIT_MS, onLockLost: () => {} });
    await mutex.acquire();
    return { isHeld: () => mutex.isAcquired, release: () => mutex.release() };
  };
}
