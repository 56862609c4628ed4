// @upstash/lock renews nothing by itself: `extend` adds to what is left of the lease.
import { Lock } from "@upstash/lock";
import { Redis } from "@upstash/redis";
import { type Endpoint, type Grant, LEASE_MS } from "../../faults/locker.ts";

export async function upstashLock({ url, token }: Endpoint) {
  const redis = new Redis({ url, token });
  return async (id: string): Promise<Grant> => {
    const lock = new Lock({ redis, id, lease: LEASE_MS, retry: { attempts: Number.POSITIVE_INFINITY, delay: 100 } });
    await lock.acquire();
    let isHeld = true;
    const extend = async () => {
      isHeld &&= await lock.extend(LEASE_MS / 3);
    };
    return { isHeld: () => isHeld, extend, release: () => lock.release() };
  };
}
