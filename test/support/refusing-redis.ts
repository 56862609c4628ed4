// Scripts on a Redis that refuses some of their commands, and the whole state of that Redis.
import { afterAll } from "vitest";
import type { LuaScript, ScriptCall } from "../../src/lock/protocol.ts";
import { isNotDone } from "../../src/lock/redis/script-errors.ts";
import { startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { type Connection, connect } from "../lock/model/real.ts";

/** How a run of a script ended. */
export type Ending = { readonly reply: unknown } | { readonly error: string; readonly isNotDone: boolean };

// Notes the commands of a script, and refuses one of them by its place.
const SPY = `local real, names, refused = redis, {}, tonumber('REFUSED')
local function spied(how)
  return function(name, ...)
    names[#names + 1] = name
    if #names == refused then return how('REFUSED') end
    return how(name, ...)
  end
end
local redis = setmetatable({ call = spied(real.call), pcall = spied(real.pcall) }, { __index = real })
local function script()
`;
const BEHIND = "\nend\nreturn { script(), names }";

const DUMP = `local all = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  local kind, parts = redis.call('TYPE', key).ok, nil
  if kind == 'string' then parts = { redis.call('GET', key) }
  elseif kind == 'hash' then parts = redis.call('HGETALL', key)
  elseif kind == 'list' then parts = redis.call('LRANGE', key, 0, -1)
  else parts = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
  table.insert(all, { key, kind, redis.call('PTTL', key), parts })
end
return all`;

/** A key: its type, its content without instants, and its TTL in tens of seconds. */
export type Key = readonly [kind: string, content: string, ttl: number];

export type State = Readonly<Record<string, Key>>;

export interface RefusingRedis {
  readonly url: string;
  readonly admin: Connection;
  /** Runs a script as the administrator, and decodes its reply. */
  readonly run: (call: ScriptCall<unknown>) => Promise<unknown>;
  /** Runs a script as the administrator, and refuses one of its commands. Default: none. */
  refusing(call: ScriptCall<unknown>, place?: number): Promise<{ ending: Ending; commands: readonly string[] }>;
  /** Runs a script as a user who may do anything, but for these rights. */
  without(rights: readonly string[], call: ScriptCall<unknown>): Promise<Ending>;
  state(): Promise<State>;
}

/** Starts a Redis, which ends with the tests of the file. */
export async function refusingRedis(): Promise<RefusingRedis> {
  const server = await startRedisServer();
  const admin = await connect(server.url);
  await admin.sendCommand(["ACL", "SETUSER", "user", "on", ">secret", "~*", "&*", "+@all"]);
  const user = await connect(server.url.replace(/\/\/.*@/, "//user:secret@"));
  afterAll(async () => {
    admin.destroy();
    user.destroy();
    await server.stop();
  });
  let nonces = 0;

  function words({ keys, args }: ScriptCall<unknown>, source: string): string[] {
    nonces += 1;
    return ["EVAL", source, String(keys.length), ...keys, `nonce${nonces}`, ...args];
  }

  async function ended(reply: Promise<unknown>, call: ScriptCall<unknown>): Promise<Ending> {
    try {
      return { reply: call.decode(await reply) };
    } catch (error) {
      return endingOf(error);
    }
  }

  return {
    url: server.url,
    admin,
    run: async (call) => call.decode(await admin.sendCommand(words(call, call.script.source))),
    async refusing(call, place = 0) {
      const raw: unknown = await admin.sendCommand(words(call, spied(call.script, place)));
      const [reply, commands]: unknown[] = Array.isArray(raw) ? raw : [];
      const ending = reply instanceof Error ? endingOf(reply) : await ended(Promise.resolve(reply), call);
      return { ending, commands: Array.isArray(commands) ? commands.map(String) : [] };
    },
    async without(rights, call) {
      await admin.sendCommand(["ACL", "SETUSER", "user", ...rights]);
      try {
        return await ended(user.sendCommand(words(call, call.script.source)), call);
      } finally {
        await admin.sendCommand(["ACL", "SETUSER", "user", "&*", "+@all"]);
      }
    },
    state: async () => stateIn(await admin.sendCommand(["EVAL", DUMP, "0"])),
  };
}

function endingOf(error: unknown): Ending {
  const { message } = Object(error);
  return { error: String(message), isNotDone: isNotDone(String(message)) };
}

function spied({ source }: LuaScript, place: number): string {
  return SPY.replace("REFUSED", String(place)) + source + BEHIND;
}

function stateIn(dump: unknown): State {
  const keys: unknown[] = Array.isArray(dump) ? dump : [];
  return Object.fromEntries(
    keys.map((each) => {
      const [key, kind, ttl, parts]: unknown[] = Array.isArray(each) ? each : [];
      return [String(key), [String(kind), contentOf(String(kind), parts), tensOf(Number(ttl))]];
    }),
  );
}

function tensOf(ttl: number): number {
  return ttl < 0 ? ttl : Math.round(ttl / 10_000);
}

/** Returns a text in one line, without instants: the ids of permits are any bytes. */
function lineOf(text: string): string {
  return text.replaceAll(/\d{13,16}/g, "instant").replaceAll("\n", "\\n");
}

/** Joins the parts in an order of their own, without instants, which differ from run to run. */
function contentOf(kind: string, parts: unknown): string {
  const texts = (Array.isArray(parts) ? parts : []).map((part) => lineOf(String(part)));
  if (kind === "list" || kind === "string") return texts.join("\n");
  return texts
    .flatMap((text, at) => (at % 2 === 0 ? [`${text} ${texts[at + 1]}`] : []))
    .sort()
    .join("\n");
}
