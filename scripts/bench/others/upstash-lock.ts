// @upstash/lock: a try each 100 ms, its default. Only the number of tries is raised.
import { Lock } from "@upstash/lock";
import { Redis } from "@upstash/redis";
import { type Endpoint, LEASE_MS, type Locker } from "../peers/subject.ts";

export async function upstashLock({ url, token }: Endpoint): Promise<Locker> {
  const redis = new Redis({ url, token });
  return {
    async acquire(id) {
      // The number of attempts requires the delay: 100 ms is the default of its code (its comment says 0.1).
      const retry = { attempts: Number.POSITIVE_INFINITY, delay: 100 };
      const lock = new Lock({ redis, id, lease: LEASE_MS, retry });
      await lock.acquire();
      return () => lock.release();
    },
  };
}
