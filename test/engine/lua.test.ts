// The interpreter of Lua, compared with a real Redis.
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  compile,
  LuaError,
  LuaTable,
  library,
  MOST_STEPS,
  type Position,
  type Value,
} from "../../src/engine/interpreter/lua.ts";
import { parse } from "../../src/engine/interpreter/parser.ts";
import * as generated from "../../src/lock/lua/generated.ts";
import type { LuaScript } from "../../src/lock/protocol.ts";
import { type RedisServer, startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { snippets } from "./snippets.ts";

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await startRedisServer();
  redis = new Redis(server.url, { stringNumbers: true });
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** A reply, as both sides can give it: bytes are characters, and a number is a text with a colon before it. */
type Reply = null | string | readonly Reply[];

it.each(snippets)("the interpreter gives the replies of Redis: %s", async (_, sources) => {
  const replies = await Promise.all(sources.map(async (source) => [source, await onRedis(source)]));
  expect(sources.map((source) => [source, interpreted(source)])).toEqual(replies);
});

it("the interpreter has every syntax, and every function, that the scripts use", () => {
  const globals = library({ line: 0, steps: MOST_STEPS });
  for (const name of ["KEYS", "ARGV", "redis"]) globals.set(name, new LuaTable());
  const scripts = Object.values<LuaScript>(generated);
  expect(scripts.length).toBeGreaterThan(50);
  const missing = scripts.flatMap(({ name, source }) => {
    compile(source, globals, { line: 0, steps: MOST_STEPS });
    const used = [...new Set(globalsIn(parse(source)))];
    // A shortened name is a function of other scripts, in a branch that this one does not take.
    return used.filter((path) => path.length > 2 && !isThere(globals, path)).map((path) => `${name}: ${path}`);
  });
  expect(missing).toEqual([]);
});

/** Returns the names of the globals, and of their fields, in a part of a syntax tree. */
function globalsIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { kind, name, table, key } = Object(part);
  if (kind === "global") return [name];
  const inside = Object.values(part).flatMap(globalsIn);
  return kind === "index" && table.kind === "global" ? [...inside, `${table.name}.${key.value}`] : inside;
}

function isThere(globals: LuaTable, path: string): boolean {
  const [name, field] = path.split(".");
  const value = globals.get(name);
  if (field === undefined || name === "redis" || name === "KEYS" || name === "ARGV") return value !== undefined;
  return value instanceof LuaTable && value.get(field) !== undefined;
}

async function onRedis(source: string): Promise<Reply> {
  try {
    return decoded(await redis.callBuffer("EVAL", Buffer.from(source, "latin1"), "0"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message.replace(/ script: [0-9a-f]{40}, on /, " script: …, on ").trim();
  }
}

function decoded(reply: unknown): Reply {
  if (Array.isArray(reply)) return reply.map(decoded);
  if (Buffer.isBuffer(reply)) return reply.toString("latin1");
  return reply === null ? null : `:${reply}`;
}

function interpreted(source: string): Reply {
  const position: Position = { line: 0, steps: MOST_STEPS };
  const globals = library(position);
  globals.set("KEYS", new LuaTable());
  globals.set("ARGV", new LuaTable());
  try {
    const run = compiled(source, globals, position);
    return typeof run === "string" ? run : replyOf(run([])[0]);
  } catch (error) {
    if (!(error instanceof LuaError)) throw error;
    const { value } = error;
    const text = value instanceof LuaTable ? `${value.get("err")}` : `ERR ${value ?? "nil"}`;
    return `${text} script: …, on @user_script:${position.line}.`;
  }
}

function compiled(...of: Parameters<typeof compile>): ReturnType<typeof compile> | string {
  try {
    return compile(...of);
  } catch (error) {
    if (!(error instanceof LuaError)) throw error;
    return `ERR Error compiling script (new function): ${error.value}`;
  }
}

/** Converts a value as Redis does. */
function replyOf(value: Value): Reply {
  if (typeof value === "string") return value;
  if (typeof value === "number") return `:${BigInt.asIntN(64, integerOf(value))}`;
  if (value === true) return ":1";
  if (!(value instanceof LuaTable)) return null;
  for (const field of ["err", "ok"]) {
    const text = value.get(field);
    if (typeof text === "string") return text;
  }
  const replies: Reply[] = [];
  for (let at = 1; value.get(at) !== undefined; at += 1) replies.push(replyOf(value.get(at)));
  return replies;
}

/** Converts a number as C on x86 does: one that does not fit becomes the least integer. */
function integerOf(value: number): bigint {
  return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : -(2n ** 63n);
}
