// redlock: a try each 100 to 300 ms, its default. Only the number of tries is raised.
import { Redis } from "ioredis";
import Redlock from "redlock";
import { type Endpoint, LEASE_MS, type Locker } from "../peers/subject.ts";

export async function redlock({ redisUrl }: Endpoint): Promise<Locker> {
  const locks = new Redlock([new Redis(redisUrl)], { retryCount: -1 });
  return {
    async acquire(resource) {
      const lock = await locks.acquire(resource, LEASE_MS);
      return () => lock.unlock();
    },
  };
}
