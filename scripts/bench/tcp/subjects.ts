// The subjects of the bench of TCP: each acquires and releases one uncontended lock, over a connection of its own.
import { createClient as createNodeRedis } from "@redis/client";
import { Redis } from "ioredis";
import { createClient, lock, type RedisPort } from "leasehound";
import { ioredisPort } from "leasehound/ioredis";
import { createLightLocks } from "leasehound/light";
import { nodeRedisPort } from "leasehound/node-redis";
import manifest from "../../../package.json" with { type: "json" };
import { Mutex, VERSIONS } from "../others/locks.ts";
import { sameScripts, scriptsOfOneCycle } from "../throughput/same-scripts.ts";

const LEASE_MS = 60_000;
const versions = manifest.devDependencies;

export const REDIS_SEMAPHORE = `redis-semaphore ${VERSIONS["redis-semaphore"]}`;

/** The most that a goal allows: `times` as long as the cycle of another subject. */
export interface Goal {
  readonly times: number;
  readonly of: string;
}

export interface Subject {
  readonly name: string;
  readonly goals: readonly Goal[];
  /** Acquires and releases the lock of this name, which nobody else uses at the time. */
  cycle(name: string): Promise<void>;
}

/** Opens the subjects. Their connections end with `opened`. */
export async function subjectsOf(redisUrl: string, opened: AsyncDisposableStack): Promise<Subject[]> {
  const ioredis = opened.adopt(new Redis(redisUrl), async (client) => client.disconnect());
  const nodeRedis = opened.adopt(createNodeRedis({ url: redisUrl }), async (client) => client.destroy());
  await nodeRedis.connect();
  const words = await scriptsOfOneCycle(ioredisPort(ioredis), LEASE_MS);
  return [
    {
      ...{ name: REDIS_SEMAPHORE, goals: [] },
      async cycle(name) {
        const mutex = new Mutex(ioredis, name, { lockTimeout: LEASE_MS });
        await mutex.acquire();
        await mutex.release();
      },
    },
    ...over(
      `ioredis ${versions.ioredis}`,
      ioredisPort(ioredis),
      sameScripts(words, ([word = "", ...rest]) => ioredis.call(word, ...rest)),
    ),
    ...over(
      `node-redis ${versions["@redis/client"]}`,
      nodeRedisPort(nodeRedis),
      sameScripts(words, (command) => nodeRedis.sendCommand(command)),
    ),
  ];
}

function over(library: string, redis: RedisPort, bare: Subject["cycle"]): Subject[] {
  const client = createClient({ redis, leaseMs: LEASE_MS });
  const light = createLightLocks({ redis, leaseMs: LEASE_MS });
  const bareName = `${library}, the same two EVALSHA`;
  return [
    { name: bareName, goals: [], cycle: bare },
    {
      name: `leasehound over ${library}`,
      goals: [
        { times: 1.3, of: bareName },
        { times: 3, of: REDIS_SEMAPHORE },
      ],
      async cycle(name) {
        const held = await lock(client, name).acquire();
        await held.release();
      },
    },
    {
      name: `leasehound/light over ${library}`,
      goals: [{ times: 1.5, of: REDIS_SEMAPHORE }],
      async cycle(name) {
        const held = await light.lock(name).acquire();
        await held.release();
      },
    },
  ];
}
