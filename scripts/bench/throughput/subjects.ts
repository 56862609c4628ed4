// The subjects of the throughput bench: each acquires and releases one uncontended lock.
import { createClient, lock, throughClient } from "leasehound";
import { createLightLocks } from "leasehound/light";
import { UpstashLock, UpstashRedis, VERSIONS } from "../others/locks.ts";
import { sameScripts, scriptsOfOneCycle } from "./same-scripts.ts";
import type { ThroughputStage } from "./stage.ts";

const LEASE_MS = 60_000;
/** That of our own requests at this lease. */
const DEADLINE_MS = LEASE_MS / 6;

export interface Subject {
  readonly name: string;
  /** Acquires and releases the lock of this name, which nobody else uses at the time. */
  cycle(name: string): Promise<void>;
}

export async function subjectsOf(stage: ThroughputStage): Promise<Subject[]> {
  const endpoint = { url: stage.url, token: stage.token };
  const client = createClient({ redis: endpoint, leaseMs: LEASE_MS });
  const light = createLightLocks({ redis: endpoint, leaseMs: LEASE_MS });
  const redis = new UpstashRedis(endpoint);
  const words = await scriptsOfOneCycle(throughClient(redis), LEASE_MS);
  return [
    {
      name: "bare fetch of the same scripts, with deadlines",
      cycle: sameScripts(words, (command) => bareFetch(stage, command)),
    },
    {
      name: "leasehound",
      async cycle(name) {
        const held = await lock(client, name).acquire();
        await held.release();
      },
    },
    {
      name: "leasehound/light",
      async cycle(name) {
        const held = await light.lock(name).acquire();
        await held.release();
      },
    },
    {
      name: `@upstash/redis ${VERSIONS["@upstash/redis"]}, the same scripts`,
      cycle: sameScripts(words, ([, sha1 = "", count, ...rest]) =>
        redis.evalsha(sha1, rest.slice(0, Number(count)), rest.slice(Number(count))),
      ),
    },
    {
      name: `@upstash/lock ${VERSIONS["@upstash/lock"]}`,
      async cycle(id) {
        const taken = new UpstashLock({ redis, id, lease: LEASE_MS });
        if (!(await taken.acquire())) throw new Error("the lock is busy");
        await taken.release();
      },
    },
  ];
}

async function bareFetch({ url, token }: ThroughputStage, command: readonly string[]): Promise<unknown> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), DEADLINE_MS);
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(command),
    signal: late.signal,
  });
  const { result }: { result?: unknown } = JSON.parse(await response.text());
  clearTimeout(timer);
  return result;
}
