// The same steps on a real Redis. Scripts read the walk's own clock, so that all ends are exact; messages are recorded.

import { permitLeasesKey, requestKey, semaphoreChannel } from "../../../../src/lock/keys.ts";
import * as generated from "../../../../src/lock/lua/generated.ts";
import {
  acquirePermitsCall,
  checkPermitsCall,
  permitStatusCall,
  releaseListCall,
  releasePermitsCall,
  renewPermitsCall,
  setPermitsCall,
} from "../../../../src/lock/lua/permit-expirable.ts";
import type { ScriptCall } from "../../../../src/lock/protocol.ts";
import { longSource } from "../../../support/edited-script.ts";
import { JAVA_ACQUIRES, JAVA_RELEASES } from "../../../support/permits.ts";
import { runDirectly } from "../../../support/run-directly.ts";
import { mayBeFull } from "../harness/full-first.ts";
import type { Connection } from "../real.ts";
import type { Picture } from "./judge.ts";
import { NEVER, type Request, type Step } from "./world.ts";

const CLOCKED = `local real = redis
local function clocked(name, ...)
  local args = { ... }
  if name == 'TIME' then return real.call('HMGET', 'clock:' .. KEYS[1], 's', 'us') end
  if name == 'PUBLISH' then real.call('RPUSH', 'told:' .. KEYS[1], args[2]) end
  if name == 'SET' and args[3] == 'PX' then
    local time = real.call('HMGET', 'clock:' .. KEYS[1], 's', 'us')
    local till = time[1] * 1000 + time[2] / 1000 + args[4]
    real.call('HSET', 'till:' .. KEYS[1], args[1], string.format('%.0f', till))
    return real.call('SET', args[1], args[2], unpack(args, 5))
  end
  return real.call(name, ...)
end
local redis = setmetatable({ call = clocked, pcall = clocked }, { __index = real })
`;

const PASS = `redis.call('HSET', 'clock:' .. KEYS[1], 's', ARGV[1], 'us', ARGV[2])
local now = ARGV[1] * 1000 + ARGV[2] / 1000
local tills = redis.call('HGETALL', 'till:' .. KEYS[1])
for at = 1, #tills, 2 do
  if tonumber(tills[at + 1]) <= now then
    redis.call('DEL', tills[at])
    redis.call('HDEL', 'till:' .. KEYS[1], tills[at])
  end
end`;

const LOOK = `local told = {}
local list = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
for at = 1, #list, 2 do
  local hex = string.gsub(list[at], '.', function(byte) return string.format('%02x', string.byte(byte)) end)
  table.insert(told, hex)
  table.insert(told, list[at + 1])
end
local records = {}
for at = 3, #KEYS do
  table.insert(records, redis.call('GET', KEYS[at]) or '')
  table.insert(records, redis.call('HGET', 'till:' .. KEYS[1], KEYS[at]) or '')
end
local messages = redis.call('LRANGE', 'told:' .. KEYS[1], 0, -1)
redis.call('DEL', 'told:' .. KEYS[1])
return { redis.call('GET', KEYS[1]), told, messages, records }`;

/** The compared state after a step. */
export interface Seen extends Picture {
  readonly messages: readonly number[];
  /** Text and expiry, by permit or request. */
  readonly records: ReadonlyMap<string, readonly [string, number]>;
}

export class RealSemaphore {
  readonly #connection: Connection;
  readonly #key: string;
  /** Permits and requests of the walk, each of which may have a record. */
  readonly #ids: readonly string[];
  readonly #hashes: ReadonlyMap<string, string>;

  constructor(connection: Connection, key: string, steps: readonly Step[], hashes: ReadonlyMap<string, string>) {
    this.#hashes = hashes;
    this.#connection = connection;
    this.#key = key;
    this.#ids = [...new Set(steps.flatMap(idsOf))];
  }

  async take(step: Step, now: number): Promise<unknown> {
    const keys = [this.#key, permitLeasesKey(this.#key)];
    switch (step.kind) {
      case "run":
        return told(await this.#run(this.#call(step.request)));
      case "sent":
        return undefined;
      case "pass":
        await this.sets(now + step.ms);
        return undefined;
      case "deleted":
        await this.#connection.sendCommand(["DEL", this.#key]);
        return undefined;
      case "java-acquires": {
        const till = step.lease === undefined ? NEVER : now + step.lease;
        const args = [step.id, String(till), String(now), semaphoreChannel(this.#key)];
        return this.#eval(CLOCKED + JAVA_ACQUIRES, keys, args);
      }
      case "java-releases": {
        const args = [step.id, semaphoreChannel(this.#key), String(now)];
        return this.#eval(CLOCKED + JAVA_RELEASES, keys, args);
      }
    }
  }

  /** Sets the clock, by which records expire. */
  async sets(now: number): Promise<void> {
    const time = [String(Math.floor(now / 1_000)), String((now % 1_000) * 1_000)];
    await this.#eval(PASS, [this.#key], time);
  }

  async look(): Promise<Seen> {
    const records = this.#ids.map((id) => requestKey(this.#key, id));
    const seen = await this.#eval(LOOK, [this.#key, permitLeasesKey(this.#key), ...records], []);
    const [available, flat, messages, kept]: [string | null, string[], string[], string[]] = Object(seen);
    const leases = new Map<string, number>();
    for (let at = 0; at < flat.length; at += 2) leases.set(String(flat[at]), Number(flat[at + 1]));
    const entries = this.#ids.flatMap((id, nth) => {
      const text = String(kept[2 * nth]);
      return text === "" ? [] : [[id, [text.replace(/^-/, ""), Number(kept[2 * nth + 1])]] as const];
    });
    return {
      available: available === null ? undefined : Number(available),
      leases,
      messages: messages.map(Number),
      records: new Map(entries),
    };
  }

  #call(request: Request): ScriptCall<unknown> {
    const key = this.#key;
    switch (request.kind) {
      case "acquire":
        return acquirePermitsCall({ key, ids: request.ids, leaseMs: request.lease }, request.last);
      case "release": {
        const leased = request.lease === undefined ? {} : { leaseMs: request.lease };
        return releasePermitsCall({ key, ids: request.ids, ...leased });
      }
      case "renew":
        return renewPermitsCall({ key, ids: request.ids, leaseMs: request.lease }, request.lease);
      case "check":
        return checkPermitsCall({ key, ids: request.ids, leaseMs: request.lease });
      case "list":
        return releaseListCall(key, request.ids, request.request);
      case "set":
        return setPermitsCall(key, request.change, request.permits, request.request);
      case "status":
        return permitStatusCall(key);
    }
  }

  #run(call: ScriptCall<unknown>): Promise<unknown> {
    const sha1 = this.#hashes.get(call.script.name) ?? call.script.sha1;
    return runDirectly(this.#connection, call, ["EVALSHA", sha1]);
  }

  #eval(source: string, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    return this.#connection.sendCommand(["EVAL", source, String(keys.length), ...keys, ...args]);
  }
}

/** In these walks, a script takes back at most so many expired leases. */
export const FEW_SWEPT = 2;

/**
 * Loads our scripts with the clock of their walk; returns their hashes by name. `sources`: texts that replace those of
 * scripts, by name. `sweepsFew`: with the limit above.
 */
export async function loadClocked(
  connection: Connection,
  sources: ReadonlyMap<string, string>,
  sweepsFew: boolean,
): Promise<ReadonlyMap<string, string>> {
  const loaded = new Map<string, string>();
  for (const { name } of Object.values(generated)) {
    if (!name.startsWith("permit-expirable/")) continue;
    const source = sources.get(name) ?? longSource(name);
    const run = sweepsFew ? source.replace("MOST_SWEPT = 1000", `MOST_SWEPT = ${FEW_SWEPT}`) : source;
    const sha1 = String(await connection.sendCommand(["SCRIPT", "LOAD", CLOCKED + run]));
    loaded.set(name, sha1);
    // A copy takes back more of them.
    if (!sweepsFew) mayBeFull({ name, sha1 });
  }
  return loaded;
}

/** Returns a reply without the parts that are the same in all. */
function told(reply: unknown): unknown {
  if (typeof reply !== "object") return reply;
  const { holdCount: _, epoch: __, ...rest } = Object(reply);
  return rest;
}

function idsOf(step: Step): string[] {
  if (step.kind !== "run" && step.kind !== "sent") return [];
  const { request } = step;
  return [...("ids" in request ? request.ids : []), ...("request" in request ? [request.request] : [])];
}
