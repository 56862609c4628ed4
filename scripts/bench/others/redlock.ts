// redlock 4 tries each 100 to 300 ms, and renews nothing by itself: `extend` sets the lease again.
import { Redis } from "ioredis";
import Redlock from "redlock";
import type { Endpoint, Kept } from "../locker.ts";

export async function redlock({ redisUrl }: Endpoint, leaseMs: number) {
  const locks = new Redlock([new Redis(redisUrl).on("error", () => {})]);
  return async (resource: string): Promise<Kept> => {
    const lock = await locks.acquireWithOptions(resource, leaseMs, { retryCount: 1_000_000 });
    const isHeld = () => lock.expiration > Date.now();
    return { isHeld, extend: () => lock.extend(leaseMs), release: () => lock.unlock() };
  };
}
