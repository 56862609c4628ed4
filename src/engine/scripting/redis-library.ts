// The table `redis` of scripts.

import { sha1 } from "../../base/sha1.ts";
import { general, LuaError, type LuaFunction, LuaTable, type Value } from "../interpreter/lua.ts";
import { RedisError, type Reply } from "../keyspace/reply.ts";
import { errorTable, statusTable, toLua } from "./conversions.ts";

/** Runs a command of the running script. Throws RedisError. */
export type Call = (words: string[]) => Reply;

const LOG_LEVELS = ["LOG_DEBUG", "LOG_VERBOSE", "LOG_NOTICE", "LOG_WARNING"];

// A command, and each entry of its reply, costs as much as a table.
const CALL_STEPS = 40;

/** Returns the words of a command. A number is written with all of its digits. */
function wordsOf(values: readonly Value[]): string[] {
  if (values.length === 0) throw new RedisError("ERR Please specify at least one argument for this redis lib call");
  return values.map((value) => {
    if (typeof value === "string") return value;
    if (typeof value !== "number")
      throw new RedisError("ERR Lua redis lib command arguments must be strings or integers");
    return Number.isSafeInteger(value) && value !== 0 ? String(value) : general(value, 17);
  });
}

/** Returns the reply, or what `failed` returns for the table of an error. */
function answer(call: Call, values: readonly Value[], failed: (error: LuaTable) => Value[]): Value[] {
  try {
    return [toLua(call(wordsOf(values)))];
  } catch (error) {
    if (error instanceof RedisError) return failed(errorTable(error.message));
    throw error;
  }
}

function oneText(values: readonly Value[]): string | undefined {
  const [text] = values;
  return values.length === 1 && typeof text === "string" ? text : undefined;
}

/** Makes an error of a text. If the text has no code, it gets the code ERR. */
const errorReply: LuaFunction = (values) => {
  const text = oneText(values);
  if (text === undefined) return [errorTable("ERR wrong number or type of arguments")];
  const words = text.replace(/^-/, "").replaceAll(/[\r\n]/g, "");
  return [errorTable(words.includes(" ") ? words : `ERR ${words}`)];
};

const statusReply: LuaFunction = (values) => {
  const text = oneText(values);
  return [text === undefined ? errorTable("ERR wrong number or type of arguments") : statusTable(text)];
};

/** A byte of a digest costs more than one that is copied. */
function digestOf(values: readonly Value[], spend: (steps: number) => void): Value[] {
  const [text] = values;
  if (values.length !== 1 || (typeof text !== "string" && typeof text !== "number")) {
    throw new LuaError(errorTable("ERR wrong number of arguments"));
  }
  const bytes = typeof text === "string" ? text : general(text, 14);
  spend(4 * bytes.length);
  return [sha1(bytes)];
}

/** `spend`: charges for what a command reads and writes, in steps of the script's budget. */
export function redisLibrary(run: Call, spend: (steps: number) => void): LuaTable {
  const call: Call = (words) => {
    spend(CALL_STEPS + words.reduce((sum, { length }) => sum + length, 0) / 4);
    const reply = run(words);
    if (Array.isArray(reply)) spend(CALL_STEPS * reply.length);
    else if (typeof reply === "string") spend(reply.length / 4);
    return reply;
  };
  const table = new LuaTable();
  const raise = (error: LuaTable): never => {
    throw new LuaError(error);
  };
  table.set("call", (values) => answer(call, values, raise));
  table.set("pcall", (values) => answer(call, values, (error) => [error]));
  table.set("error_reply", errorReply);
  table.set("status_reply", statusReply);
  table.set("sha1hex", (values) => digestOf(values, spend));
  table.set("log", () => []);
  for (const [level, name] of LOG_LEVELS.entries()) table.set(name, level);
  table.set("setresp", () => []);
  table.set("replicate_commands", () => [true]);
  table.set("set_repl", () => []);
  return table;
}
