// Our own locks over TCP, from the built package.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { ioredisPort } from "leasehound/ioredis";
import { nodeRedisPort } from "leasehound/node-redis";
import { plainOver } from "./leasehound.ts";
import type { Endpoint, Locker } from "./subject.ts";

export async function ioredis({ redisUrl }: Endpoint): Promise<Locker> {
  return plainOver(ioredisPort(new Redis(redisUrl, { lazyConnect: true })));
}

export async function nodeRedis({ redisUrl }: Endpoint): Promise<Locker> {
  return plainOver(nodeRedisPort(createClient({ url: redisUrl })));
}
