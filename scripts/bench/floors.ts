// The floors, without a lock around the requests: SET NX with a script that deletes, and the scripts of our own lock.
import { createClient as createNodeRedis } from "@redis/client";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { createClient, lock, type RedisPort, throughClient } from "leasehound";
import { ioredisPort } from "leasehound/ioredis";
import { nodeRedisPort } from "leasehound/node-redis";
import type { ScriptCall } from "leasehound/port";
import type { Endpoint, Locker } from "./locker.ts";

const RELEASE = 'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0';

type Send = (command: readonly string[]) => Promise<unknown>;

/** Does not wait: a busy lock is an error. */
function setNx(send: Send, leaseMs: number): Locker {
  return async (name) => {
    const value = crypto.randomUUID();
    if ((await send(["SET", name, value, "NX", "PX", `${leaseMs}`])) !== "OK") throw new Error(`${name} is busy`);
    return { release: () => send(["EVAL", RELEASE, "1", name, value]) };
  };
}

/**
 * Sends the commands of one cycle of our lock, as they were recorded, for other locks and owners. Reads only the epoch of
 * the grant.
 */
async function ourScripts(port: RedisPort, send: Send, leaseMs: number): Promise<Locker> {
  const sent: string[][] = [];
  async function run<Reply>(call: ScriptCall<Reply>, limits: Parameters<RedisPort["run"]>[1]): Promise<Reply> {
    sent.push(["EVALSHA", call.script.sha1, String(call.keys.length), ...call.keys, "nonce", ...call.args]);
    return port.run(call, limits);
  }
  const recorded = await lock(createClient({ redis: { ...port, run }, leaseMs }), "recorded-cycle").acquire();
  await recorded.release();
  const [acquire = [], release = []] = sent;
  // The place of the epoch: after the count, the keys, the nonce, the owner and the hold id.
  const epochAt = 3 + Number(release[2]) + 3;
  return async (name) => {
    // As long as ours: a UUID, and a number.
    const owner = crypto.randomUUID() + recorded.owner.slice(recorded.owner.indexOf(":"));
    const wordsOf = (command: readonly string[]) =>
      command.map((word) => word.replaceAll(recorded.name, name).replaceAll(recorded.owner, owner));
    const granted = await send(wordsOf(acquire));
    if (!Array.isArray(granted) || granted[0] !== "held") throw new Error(`not granted: ${JSON.stringify(granted)}`);
    const ended = wordsOf(release).with(epochAt, String(granted[4]));
    return {
      release: async () => {
        const released = await send(ended);
        if (!Array.isArray(released) || released[2] !== "released") throw new Error("not released");
      },
    };
  };
}

function fetchSend({ url, token }: Endpoint): Send {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return async (command) => {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(command) });
    return Object(await response.json()).result;
  };
}

const ioredisSend =
  (redis: Redis): Send =>
  ([word = "", ...rest]) =>
    redis.call(word, ...rest);

export const bareFetch = async (endpoint: Endpoint, leaseMs: number): Promise<Locker> =>
  setNx(fetchSend(endpoint), leaseMs);

export const bareIoredis = async ({ redisUrl }: Endpoint, leaseMs: number): Promise<Locker> =>
  setNx(ioredisSend(new Redis(redisUrl)), leaseMs);

export const sameByFetch = (endpoint: Endpoint, leaseMs: number): Promise<Locker> =>
  ourScripts(throughClient(new UpstashRedis(endpoint)), fetchSend(endpoint), leaseMs);

/** The client of Upstash puts the commands of one tick into a request. */
export function sameByUpstashRedis(endpoint: Endpoint, leaseMs: number): Promise<Locker> {
  const redis = new UpstashRedis(endpoint);
  const send: Send = ([, sha1 = "", count, ...rest]) =>
    redis.evalsha(sha1, rest.slice(0, Number(count)), rest.slice(Number(count)));
  return ourScripts(throughClient(redis), send, leaseMs);
}

export function sameByIoredis({ redisUrl }: Endpoint, leaseMs: number): Promise<Locker> {
  const redis = new Redis(redisUrl);
  return ourScripts(ioredisPort(redis), ioredisSend(redis), leaseMs);
}

export async function sameByNodeRedis({ redisUrl }: Endpoint, leaseMs: number): Promise<Locker> {
  const redis = await createNodeRedis({ url: redisUrl }).connect();
  return ourScripts(nodeRedisPort(redis), (command) => redis.sendCommand([...command]), leaseMs);
}
