// The scripts of a fence in seeded sequences: every reply, and all keys after it. A request keeps its arguments, as the
// attempts of a client do.

import { mulberry32 } from "../../../src/engine/faults/random.ts";
import { markKey, tokenKey, writeKey } from "../../../src/lock/keys.ts";
import { fenceCheckCall, fenceSetCall, withdrawCall } from "../../../src/lock/lua/fence.ts";
import type { ScriptCall } from "../../../src/lock/protocol.ts";
import { FULL_SHARE, type RedisConnection, run, type Sources, state } from "./traces.ts";

const RESOURCE = "traced";
const TOKENS = ["5", "9", "10", "99", "100", "9007199254740992", "9007199254740993"];
const KEYS = ["data", "other data"];
const STEPS = 25;

export function isOfFence(script: string): boolean {
  return script.startsWith("fence/");
}

/** Plays one sequence on an empty Redis and returns a line for each step. */
export async function fenceTrace(redis: RedisConnection, sources: Sources, seed: number): Promise<string> {
  await redis.sendCommand(["FLUSHALL"]);
  const random = mulberry32(seed);
  const pick = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? "";
  const requests = Array.from({ length: 6 }, (_, at) => ({
    ...{ resource: RESOURCE, requestId: `r${at}`, token: pick(TOKENS), key: pick(KEYS), value: `value ${at}` },
  }));
  const lines: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const write = requests[Math.floor(random() * requests.length)];
    if (write === undefined) continue;
    const calls: Record<string, () => ScriptCall<unknown>> = {
      check: () => fenceCheckCall(RESOURCE, write.token),
      set: () => fenceSetCall(write),
      withdraw: () => withdrawCall(write),
    };
    const disturbances: Record<string, string[]> = {
      "forget the mark": ["DEL", markKey(RESOURCE)],
      "break the mark": ["SET", markKey(RESOURCE), pick(["", "5a", "a5", "-5"])],
      "another type of mark": ["HSET", markKey(RESOURCE), "a", "b"],
      "grant a token": ["SET", tokenKey(RESOURCE), pick(["", "5", ...TOKENS.slice(-2)])],
      "forget the write": ["DEL", writeKey(RESOURCE, write.requestId)],
      "another type of data": ["HSET", write.key, "a", "b"],
      "forget the data": ["DEL", write.key],
    };
    const name = random() < 0.8 ? pick(Object.keys(calls)) : pick(Object.keys(disturbances));
    const call = calls[name]?.();
    // The reply to a disturbance, such as an error about a key of another type, is not a part of the trace.
    const isFull = call !== undefined && random() < FULL_SHARE;
    const reply = call === undefined ? undefined : await run(redis, sources, call, isFull);
    if (call === undefined) await redis.sendCommand(disturbances[name] ?? ["PING"]).catch(() => undefined);
    lines.push(`${name} ${write.requestId} -> ${JSON.stringify(reply)} ${await state(redis)}`);
  }
  return lines.join("\n");
}
