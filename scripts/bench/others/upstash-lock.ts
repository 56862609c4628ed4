// @upstash/lock tries each 100 ms, and renews nothing by itself: `extend` adds to what is left of the lease.
import { Lock } from "@upstash/lock";
import { Redis } from "@upstash/redis";
import type { Endpoint, Kept } from "../locker.ts";

// The number of attempts requires the delay: 100 ms is the default of its code (its comment says 0.1).
const retry = { attempts: Number.POSITIVE_INFINITY, delay: 100 };

export async function upstashLock({ url, token }: Endpoint, lease: number) {
  const redis = new Redis({ url, token });
  return async (id: string): Promise<Kept> => {
    const lock = new Lock({ redis, id, lease, retry });
    await lock.acquire();
    let isHeld = true;
    const extend = async () => {
      isHeld &&= await lock.extend(lease / 3);
    };
    return { isHeld: () => isHeld, extend, release: () => lock.release() };
  };
}
