// @verrou/core: a try each 250 ms, its default, without a limit.
import { Verrou } from "@verrou/core";
import { redisStore } from "@verrou/core/drivers/redis";
import { Redis } from "ioredis";
import { type Endpoint, LEASE_MS, type Locker } from "../peers/subject.ts";

export async function verrou({ redisUrl }: Endpoint): Promise<Locker> {
  const driver = redisStore({ connection: new Redis(redisUrl) });
  const locks = new Verrou({ default: "redis", stores: { redis: { driver } } });
  return {
    async acquire(name) {
      const lock = locks.createLock(name, LEASE_MS);
      await lock.acquire();
      return () => lock.release();
    },
  };
}
