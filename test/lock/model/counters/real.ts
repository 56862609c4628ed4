// The same on a real Redis, by the project's own calls. Commands go out at once, in the order of the calls.

import { countDownChannel, requestKey, semaphoreChannel } from "../../../../src/lock/keys.ts";
import { countDownCall, deleteLatchCall, trySetCountCall } from "../../../../src/lock/lua/count-down-latch.ts";
import {
  acquirePermitsCall,
  addPermitsCall,
  cancelPermitsCall,
  drainPermitsCall,
  trySetPermitsCall,
} from "../../../../src/lock/lua/semaphore.ts";
import type { HoldId, ScriptCall } from "../../../../src/lock/protocol.ts";
import { runDirectly } from "../../../support/run-directly.ts";
import type { Connection } from "../real.ts";
import type { Event, Request, World } from "./model.ts";

// A record whose TTL is not a fresh hour is marked as such.
const LOOK = `local kept = {}
for place = 2, #KEYS do
  local text, left = redis.call('GET', KEYS[place]), redis.call('PTTL', KEYS[place])
  table.insert(kept, (text or '') .. ((text and (left > 3600000 or left < 3000000)) and ' for ' .. left or ''))
end
return { redis.call('GET', KEYS[1]) or 'none', redis.call('PTTL', KEYS[1]) > 0 and 'timed' or '', unpack(kept) }`;
// Like Redisson's scripts; see the reference.
const JAVA = {
  "java-takes": `if tonumber(redis.call('GET', KEYS[1]) or 0) < tonumber(ARGV[1]) then return '0' end
redis.call('DECRBY', KEYS[1], ARGV[1]) return '1'`,
  "java-gives": "redis.call('PUBLISH', ARGV[2], redis.call('INCRBY', KEYS[1], ARGV[1])) return ''",
  "java-drains": "if redis.call('GET', KEYS[1]) then redis.call('SET', KEYS[1], 0) end return ''",
  "java-counts-down": `local v = redis.call('DECR', KEYS[1])
if v <= 0 then redis.call('DEL', KEYS[1]) end
if v == 0 then redis.call('PUBLISH', ARGV[2], '0') end return ''`,
};
const TTL_MS = 900_000;

export class RealCounter {
  readonly #connection: Connection;
  readonly #kind: World["kind"];
  readonly #key: string;
  readonly channel: string;

  constructor(connection: Connection, kind: World["kind"], key: string) {
    this.#connection = connection;
    this.#kind = kind;
    this.#key = key;
    this.channel = (kind === "latch" ? countDownChannel : semaphoreChannel)(key);
  }

  /** `ids`: of every request so far. */
  async happen(event: Event, ids: readonly string[]): Promise<string> {
    switch (event.op) {
      case "key-goes":
        await this.#connection.sendCommand(["DEL", this.#key]);
        return "";
      case "hour-passes":
        await this.#connection.sendCommand(["DEL", "none", ...this.#records(ids)]);
        return "";
      case "java-takes":
      case "java-gives":
        return this.#eval(JAVA[event.op], [this.#key], [String(event.permits), this.channel]);
      case "java-drains":
      case "java-counts-down":
        return this.#eval(JAVA[event.op], [this.#key], ["", this.channel]);
      default:
        return this.#send(this.#callOf(event));
    }
  }

  async look(ids: readonly string[]): Promise<string> {
    const seen: unknown = await this.#connection.sendCommand(this.#words(LOOK, [this.#key, ...this.#records(ids)], []));
    return Array.isArray(seen) ? seen.join(" | ") : String(seen);
  }

  #callOf(request: Request): ScriptCall<unknown> {
    const { id } = request;
    const hold: HoldId = { key: this.#key, owner: id, holdId: id, ownerIsNew: true, leaseMs: 30_000 };
    switch (request.op) {
      case "acquire":
        return acquirePermitsCall(hold, request.permits, request.last);
      case "cancel":
        return cancelPermitsCall(hold);
      case "add":
        return addPermitsCall(this.#key, id, request.permits);
      case "drain":
        return drainPermitsCall(this.#key, id);
      case "set":
        if (this.#kind === "latch") return trySetCountCall(this.#key, id, request.number);
        return trySetPermitsCall(this.#key, id, request.number, request.timed ? TTL_MS : undefined);
      case "count-down":
        return countDownCall(this.#key, id);
      case "delete":
        return deleteLatchCall(this.#key, id);
    }
  }

  async #send(call: ScriptCall<unknown>): Promise<string> {
    const answer = await runDirectly(this.#connection, call);
    const { kind, available, end } = Object(answer);
    if (kind === "ended") return end;
    return kind === undefined ? String(Number(answer)) : `${kind} ${available}`;
  }

  async #eval(source: string, keys: readonly string[], args: readonly string[]): Promise<string> {
    return String(await this.#connection.sendCommand(this.#words(source, keys, args)));
  }

  #words(source: string, keys: readonly string[], args: readonly string[]): string[] {
    return ["EVAL", source, String(keys.length), ...keys, ...args];
  }

  #records(ids: readonly string[]): string[] {
    return ids.map((id) => requestKey(this.#key, id));
  }
}
