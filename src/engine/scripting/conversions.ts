// Replies as values of Lua, and back.
import { LuaTable, type Value } from "../interpreter/lua.ts";
import { RedisError, type Reply, Status } from "../keyspace/reply.ts";

/** Returns the table with which a script sees an error. */
export function errorTable(text: string): LuaTable {
  const table = new LuaTable();
  table.set("err", text);
  table.set("ignore_error_stats_update", true);
  return table;
}

export function statusTable(text: Value): LuaTable {
  const table = new LuaTable();
  table.set("ok", text);
  return table;
}

export function toLua(reply: Reply): Value {
  if (typeof reply === "string" || typeof reply === "number") return reply;
  if (reply === null) return false;
  if (typeof reply === "bigint") return Number(reply);
  if (reply instanceof Status) return statusTable(reply.text);
  if (reply instanceof RedisError) return errorTable(reply.message);
  return LuaTable.of(reply.map(toLua));
}

/** As deep as a reply may be. A Redis allows 8,000 levels, which few clients can read. */
const MOST_LEVELS = 1_000;

/** @param spend called for each value, with its bytes */
export function fromLua(value: Value, spend: (bytes: number) => void, level = 0): Reply {
  spend(typeof value === "string" ? value.length : 0);
  if (typeof value === "string") return value;
  if (typeof value === "number") return integerOf(value);
  if (value === true) return 1;
  if (!(value instanceof LuaTable)) return null;
  if (level > MOST_LEVELS) return new RedisError("ERR reached lua stack limit");
  const err = value.get("err");
  if (typeof err === "string") return new RedisError(oneLine(err));
  const ok = value.get("ok");
  if (typeof ok === "string") return new Status(oneLine(ok));
  // A list ends at its first nil.
  const end = value.list.indexOf(undefined);
  return (end < 0 ? value.list : value.list.slice(0, end)).map((item) => fromLua(item, spend, level + 1));
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, " ");
}

const LEAST = -(2n ** 63n);

/** Converts a number to an integer of 64 bits, as C does: one that has more bits becomes the least. */
function integerOf(value: number): number | bigint {
  if (Math.abs(value) < 2 ** 53) return Math.trunc(value) + 0;
  return value < 2 ** 63 && value >= -(2 ** 63) ? BigInt(value) : LEAST;
}
