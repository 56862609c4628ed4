// The subjects of the throughput bench: each acquires and releases one uncontended lock.
import { createRequire } from "node:module";
import { Lock } from "@upstash/lock";
import { createClient, lock, pipelining, type RedisPort, throughClient } from "leasehound";
import { createLightLocks } from "leasehound/light";
import type { ScriptCall } from "leasehound/port";
import manifest from "../../../package.json" with { type: "json" };
import type { ThroughputStage } from "./stage.ts";

// @upstash/lock is CommonJS, whose types of the client differ from those of an import.
type Upstash = typeof import("@upstash/redis", { with: { "resolution-mode": "require" }});
const { Redis }: Upstash = createRequire(import.meta.url)("@upstash/redis");

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
  const plain = createClient({ redis: endpoint, leaseMs: LEASE_MS });
  const batched = createClient({ redis: endpoint, leaseMs: LEASE_MS, pipelining: pipelining() });
  const ours = (client: typeof plain) => async (name: string) => {
    const held = await lock(client, name).acquire();
    await held.release();
  };
  const light = createLightLocks({ redis: endpoint, leaseMs: LEASE_MS });
  const redis = new Redis(endpoint);
  const words = await scriptsOfOneCycle(stage);
  const versions = manifest.devDependencies;
  return [
    {
      name: "bare fetch of the same scripts, with deadlines",
      cycle: sameScripts(words, (command) => bareFetch(stage, command)),
    },
    { name: "leasehound", cycle: ours(plain) },
    { name: "leasehound, pipelining", cycle: ours(batched) },
    {
      name: "leasehound/light",
      async cycle(name) {
        const held = await light.lock(name).acquire();
        await held.release();
      },
    },
    {
      name: `@upstash/redis ${versions["@upstash/redis"]}, the same scripts`,
      cycle: sameScripts(words, ([, sha1 = "", count, ...rest]) =>
        redis.evalsha(sha1, rest.slice(0, Number(count)), rest.slice(Number(count))),
      ),
    },
    {
      name: `@upstash/lock ${versions["@upstash/lock"]}`,
      async cycle(id) {
        const taken = new Lock({ redis, id, lease: LEASE_MS });
        if (!(await taken.acquire())) throw new Error("the lock is busy");
        await taken.release();
      },
    },
  ];
}

interface Recorded {
  readonly name: string;
  readonly owner: string;
  readonly acquire: readonly string[];
  readonly release: readonly string[];
}

/** Records the commands of one acquire and release. */
async function scriptsOfOneCycle(stage: ThroughputStage): Promise<Recorded> {
  const sent: string[][] = [];
  const port = throughClient(new Redis(stage));
  async function run<Reply>(call: ScriptCall<Reply>, limits: Parameters<RedisPort["run"]>[1]): Promise<Reply> {
    sent.push(["EVALSHA", call.script.sha1, String(call.keys.length), ...call.keys, "nonce", ...call.args]);
    return port.run(call, limits);
  }
  const name = "recorded-cycle";
  const held = await lock(createClient({ redis: { ...port, run }, leaseMs: LEASE_MS }), name).acquire();
  await held.release();
  const [acquire = [], release = []] = sent;
  return { name, owner: held.owner, acquire, release };
}

/** Sends the recorded commands for another lock and owner, and reads only the epoch of the grant. */
function sameScripts(
  { name: recordedName, owner: recordedOwner, acquire, release }: Recorded,
  send: (command: string[]) => Promise<unknown>,
): (name: string) => Promise<void> {
  // The place of the epoch: after the count, the keys, the nonce, the owner and the hold id.
  const epochAt = 3 + Number(release[2]) + 3;
  return async (name) => {
    const owner = crypto.randomUUID();
    const [asked = [], ended = []] = [acquire, release].map((command) =>
      command.map((word) => word.replaceAll(recordedName, name).replaceAll(recordedOwner, owner)),
    );
    const granted = await send(asked);
    if (!Array.isArray(granted) || granted[0] !== "held") throw new Error(`not granted: ${JSON.stringify(granted)}`);
    ended[epochAt] = String(granted[4]);
    const released = await send(ended);
    if (!Array.isArray(released) || released[2] !== "released") throw new Error("not released");
  };
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
