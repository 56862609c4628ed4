// redlock 4 renews nothing by itself: `extend` sets the lease again.
import { Redis } from "ioredis";
import Redlock from "redlock";
import { type Endpoint, type Grant, LEASE_MS } from "../../faults/locker.ts";

export async function redlock({ redisUrl }: Endpoint) {
  const locks = new Redlock([new Redis(redisUrl).on("error", () => {})]);
  return async (resource: string): Promise<Grant> => {
    const lock = await locks.acquireWithOptions(resource, LEASE_MS, { retryCount: 1_000_000 });
    const isHeld = () => lock.expiration > Date.now();
    return { isHeld, extend: () => lock.extend(LEASE_MS), release: () => lock.unlock() };
  };
}
