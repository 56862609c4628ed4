// redlock-universal: a try each 100 ms, its default. Only the number of tries is raised.
import { Redis } from "ioredis";
import { createLock, IoredisAdapter, type UniversalLock } from "redlock-universal";
import { type Endpoint, KEPT_LEASE_MS, LEASE_MS, type Locker } from "../peers/subject.ts";

export async function redlockUniversal({ redisUrl }: Endpoint): Promise<Locker> {
  const adapter = new IoredisAdapter(new Redis(redisUrl));
  // A new lock object asks for the connection's health first: one object for each name spares it these requests.
  const locks = new Map<string, UniversalLock>();
  const lockOf = (key: string): UniversalLock => {
    const lock = locks.get(key) ?? createLock({ adapter, key, ttl: LEASE_MS, retryAttempts: Number.MAX_SAFE_INTEGER });
    locks.set(key, lock);
    return lock;
  };
  return {
    async acquire(key) {
      const lock = lockOf(key);
      const handle = await lock.acquire();
      return () => lock.release(handle);
    },
    async keep(key) {
      const lock = createLock({ adapter, key, ttl: KEPT_LEASE_MS });
      await new Promise<void>((resolve, reject) => {
        const used = lock.using(() => {
          resolve();
          return new Promise<void>(() => {});
        });
        used.catch(reject);
      });
    },
  };
}
