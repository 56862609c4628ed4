// Single calls of a script in chosen states, to the millisecond: reply, number of commands, messages, and the final
// content of Redis. Each mutant is compared with the original, also with locked keys if that changes what it does.
import { isDeepStrictEqual } from "node:util";
import { ErrorReply } from "@redis/client";
import * as generated from "../../../src/lock/lua/generated.ts";
import { argumentsOf } from "../../../src/lock/lua/reply.ts";
import type { LuaScript, ScriptCall } from "../../../src/lock/protocol.ts";
import { scriptOf } from "../../support/edited-script.ts";
import { LINE_OF_LOCKED_KEYS, withMoreKeys } from "../../support/flagged-scripts.ts";
import type { Connection } from "../model/real.ts";
import { JudgedWalks } from "./judged-walks.ts";

export type Command = readonly string[];
/** The commands that make it. */
export type State = readonly Command[];

/** The time of the scripts, epoch ms. */
export const NOW = 1_700_000_000_000;

/** Sets the remaining life of a state's key, by its name. */
export function lives(key: string, ms: number): Command {
  return ["HSET", "lives", key, String(ms)];
}

/** What Redis says of itself; "refused": its user may not ask. */
export function informs(text: string): Command {
  return ["SET", "info", text];
}

/** How many others follow a channel that is no mailbox. */
export function othersFollow(many: number): Command {
  return ["SET", "others", String(many)];
}

// The clock stands still: a hash has the remaining life of the keys. Commands are counted, and messages recorded. The
// beginning of a mailbox decides whether it has subscribers, and two keys how many another channel has, and what INFO says.
const STILL = `local real = redis
local function left(key)
  if real.call('EXISTS', key) == 0 then return -2 end
  return tonumber(real.call('HGET', 'lives', key) or -1)
end
local function set(key, text, ...)
  local plain, ms = {}, nil
  local words = { ... }
  for at, word in ipairs(words) do
    if word == 'PX' then ms = words[at + 1]
    elseif words[at - 1] ~= 'PX' then table.insert(plain, word) end
  end
  if ms and tonumber(ms) <= 0 then error('invalid expire time') end
  local before = real.call('EXISTS', key)
  local reply = real.call('SET', key, text, unpack(plain))
  for _, word in ipairs(plain) do
    if word == 'NX' and before == 1 then return reply end
  end
  if ms then real.call('HSET', 'lives', key, ms) else real.call('HDEL', 'lives', key) end
  return reply
end
local function delete(...)
  real.call('HDEL', 'lives', ...)
  return real.call('DEL', ...)
end
local function pexpire(key, ms, how)
  local now, more = left(key), tonumber(ms)
  if now == -2 then return 0 end
  if how == 'GT' and (now == -1 or more <= now) then return 0 end
  if how == 'LT' and now ~= -1 and more >= now then return 0 end
  if how == 'NX' and now ~= -1 then return 0 end
  if more > 0 then real.call('HSET', 'lives', key, ms) else delete(key) end
  return 1
end
local function call(name, ...)
  real.call('INCR', 'commands')
  if name == 'TIME' then return { '${NOW / 1_000}', '0' } end
  if name == 'PTTL' then return left(...) end
  if name == 'SET' then return set(...) end
  if name == 'PEXPIRE' then return pexpire(...) end
  if name == 'DEL' or name == 'UNLINK' then return delete(...) end
  if name == 'PUBSUB' then
    local _, address, channel = ...
    if not channel then return { address, tonumber(real.call('GET', 'others') or 0) } end
    if type(channel) ~= 'string' then error('a channel must be text') end
    local mailbox = string.match(address, '[^:]*$')
    if string.sub(mailbox, 1, 3) == 'bad' then error('NOPERM') end
    local heard = string.sub(mailbox, 1, 4) == 'dead' and 0 or 1
    return { address, heard, channel, channel == address and heard or tonumber(real.call('GET', 'others') or 0) }
  end
  if name == 'INFO' then
    local info = real.call('GET', 'info')
    if info == 'refused' then error('NOPERM') end
    return info or 'cluster_enabled:0'
  end
  if name == 'PUBLISH' then real.call('RPUSH', 'told', table.concat({ ... }, ' ')) end
  return real.call(name, ...)
end
local function safely(...)
  local worked, reply = pcall(call, ...)
  if worked then return reply end
  return { err = reply }
end
local redis = setmetatable({ call = call, pcall = safely }, { __index = real })
`;

// The order of a large hash is another in each redis-server, and a mutant may end one.
const LOOK = `local lines = {}
local function fields(name)
  local all, sorted = redis.call('HGETALL', name), {}
  for at = 1, #all, 2 do table.insert(sorted, all[at] .. '=' .. all[at + 1]) end
  table.sort(sorted)
  return sorted
end
local read = {
  string = function(name) return redis.call('GET', name) end,
  hash = fields,
  list = function(name) return redis.call('LRANGE', name, 0, -1) end,
  zset = function(name) return redis.call('ZRANGE', name, 0, -1, 'WITHSCORES') end,
}
local names = redis.call('KEYS', '*')
table.sort(names)
for _, name in ipairs(names) do
  local kind = redis.call('TYPE', name).ok
  table.insert(lines, name .. ' ' .. cjson.encode(read[kind](name)))
end
return table.concat(lines, '; ')`;

export class Courses {
  readonly #calls: readonly ScriptCall<unknown>[];
  readonly #states: JudgedWalks<State>;
  /** The behaviour of the original, by script and state. */
  readonly #originals = new Map<string, Map<State, readonly string[]>>();

  constructor(states: readonly State[], calls: readonly ScriptCall<unknown>[]) {
    this.#calls = calls;
    this.#states = new JudgedWalks(states, async () => async () => []);
  }

  /** Returns whether a mutant of this script behaves like the original in every state. */
  survives(script: string, source: string): Promise<boolean> {
    const original = Object.values(generated).find(({ name }) => name === script);
    if (original === undefined) throw new Error(`no script is named ${script}`);
    const calls = this.#calls.filter((call) => call.script.name === script);
    const locking = !original.hasOtherKeys && original.source.includes("KEYS.locked") ? calls.map(withMoreKeys) : [];
    const pairs = [
      { calls, line: "" },
      { calls: locking, line: LINE_OF_LOCKED_KEYS },
    ].map((run) => ({ ...run, still: stillOf(run.line + original.source), mutant: stillOf(run.line + source) }));
    const done = this.#originals.get(script) ?? new Map<State, readonly string[]>();
    this.#originals.set(script, done);
    return this.#states.allAgree(
      async ({ connection }, state) => {
        const all = async (of: "still" | "mutant"): Promise<string[]> => {
          const lines = pairs.map((pair) => courses(connection, pair[of].sha1, state, pair.calls));
          return (await Promise.all(lines)).flat();
        };
        const before = done.get(state) ?? (await all("still"));
        done.set(state, before);
        return isDeepStrictEqual(await all("mutant"), before);
      },
      pairs.flatMap(({ still, mutant }) => [still, mutant]),
    );
  }

  stop(): Promise<void> {
    return this.#states.stop();
  }
}

function stillOf(source: string): LuaScript {
  return scriptOf("still", STILL + source);
}

/** Returns a line for each call. All commands are sent at once, in this order. */
function courses(
  connection: Connection,
  sha1: string,
  state: State,
  calls: readonly ScriptCall<unknown>[],
): Promise<string[]> {
  const send = (words: Command): Promise<unknown> => connection.sendCommand([...words]);
  const lines = calls.map(async (call) => {
    const before = [["FLUSHALL"], ...state].map(send);
    const reply = send(["EVALSHA", sha1, ...argumentsOf(call, "nonce")]).then(JSON.stringify, refusal);
    // Awaited together, so that the end of the connection rejects no other promise unhandled.
    const [replied, left] = await Promise.all([reply, send(["EVAL", LOOK, "0"]), ...before]);
    return `${replied} ${left}`;
  });
  return Promise.all(lines);
}

/** Returns the error without the hash of the script. Rethrows errors that are not replies of Redis. */
function refusal(error: unknown): string {
  if (error instanceof ErrorReply) return error.message.replace(/ script: .*/s, "");
  throw error;
}
