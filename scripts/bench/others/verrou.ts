// @verrou/core tries each 250 ms, and renews nothing by itself: `extend` sets the lease again.
import { E_LOCK_NOT_OWNED, Verrou } from "@verrou/core";
import { redisStore } from "@verrou/core/drivers/redis";
import { Redis } from "ioredis";
import type { Endpoint, Kept } from "../locker.ts";

export async function verrou({ redisUrl }: Endpoint, leaseMs: number) {
  const driver = redisStore({ connection: new Redis(redisUrl).on("error", () => {}) });
  const locks = new Verrou({ default: "redis", stores: { redis: { driver } } });
  return async (name: string): Promise<Kept> => {
    const lock = locks.createLock(name, leaseMs);
    await lock.acquire();
    let isOwned = true;
    const noteLoss = (error: unknown) => {
      isOwned &&= !(error instanceof E_LOCK_NOT_OWNED);
    };
    const isHeld = () => isOwned && !lock.isExpired();
    return { isHeld, extend: () => lock.extend().catch(noteLoss), release: () => lock.release() };
  };
}
