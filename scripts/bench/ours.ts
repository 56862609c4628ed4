// Our own locks, from the built package.
import { createClient as createNodeRedis } from "@redis/client";
import { Redis } from "ioredis";
import { type ClientOptions, createClient, createLocks, fairLock, type Held, type Locks, streams } from "leasehound";
import { ioredisPort } from "leasehound/ioredis";
import { createLightLocks } from "leasehound/light";
import { nodeRedisPort } from "leasehound/node-redis";
import { type Endpoint, type Kept, type Locker, WAIT_MS } from "./locker.ts";

type Database = ClientOptions["redis"];

function plainOver(redis: Database, leaseMs: number): Locker {
  const locks = createLocks({ redis, leaseMs, waitMs: WAIT_MS });
  return (name) => locks.lock(name).acquire();
}

function lightOver(redis: Database, leaseMs: number): Locker {
  const locks = createLightLocks({ redis, leaseMs, waitMs: WAIT_MS });
  return (name) => locks.lock(name).acquire();
}

const overHttp = ({ url, token }: Endpoint): Database => ({ url, token });
const overIoredis = ({ redisUrl }: Endpoint): Database => ioredisPort(new Redis(redisUrl, { lazyConnect: true }));
const overNodeRedis = ({ redisUrl }: Endpoint): Database => nodeRedisPort(createNodeRedis({ url: redisUrl }));

export const plain = async (endpoint: Endpoint, leaseMs: number): Promise<Locker> =>
  plainOver(overHttp(endpoint), leaseMs);
export const light = async (endpoint: Endpoint, leaseMs: number): Promise<Locker> =>
  lightOver(overHttp(endpoint), leaseMs);
export const plainIoredis = async (endpoint: Endpoint, leaseMs: number): Promise<Locker> =>
  plainOver(overIoredis(endpoint), leaseMs);
export const lightIoredis = async (endpoint: Endpoint, leaseMs: number): Promise<Locker> =>
  lightOver(overIoredis(endpoint), leaseMs);
export const plainNodeRedis = async (endpoint: Endpoint, leaseMs: number): Promise<Locker> =>
  plainOver(overNodeRedis(endpoint), leaseMs);

export async function fair(endpoint: Endpoint, leaseMs: number): Promise<Locker> {
  const client = createClient({ redis: overHttp(endpoint), leaseMs, waitMs: WAIT_MS, wait: streams() });
  return (name) => fairLock(client, name).acquire();
}

/** Kept alive. Its signal says whether it is held. */
function keptBy(take: (locks: Locks, name: string) => Promise<Held>) {
  return async (endpoint: Endpoint, leaseMs: number): Promise<Locker<Kept>> => {
    const locks = createLocks({ redis: overHttp(endpoint), leaseMs, waitMs: WAIT_MS });
    return async (name) => {
      const held = await take(locks, name);
      held.keepAlive();
      return { isHeld: () => !held.signal.aborted, token: held.fencingToken, release: () => held.release() };
    };
  };
}

export const keptLock = keptBy((locks, name) => locks.lock(name).acquire({ onUnreachable: "wait" }));
export const keptFencedLock = keptBy((locks, name) => locks.fencedLock(name).acquire({ onUnreachable: "wait" }));
