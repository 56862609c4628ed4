// The commands of keys of any type.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, OK, type Reply, Status, syntaxError } from "../keyspace/reply.ts";
import { integer } from "./arguments.ts";
import { type CommandTable, type Run, reads, writes } from "./command.ts";
import { matches } from "./glob.ts";

const remove: Run = (space, [, ...keys]) => keys.filter((key) => space.delete(key)).length;

const clear: Run = (space, [, mode, ...others]) => {
  if (others.length > 0 || !/^(?:a?sync)?$/i.test(mode ?? "")) syntaxError();
  space.clear();
  return OK;
};

function rename(space: Keyspace, from: string, to: string): Reply {
  const value = space.find(from);
  if (value === undefined) return fail("ERR no such key");
  space.delete(from);
  space.set(to, value);
  return OK;
}

export interface ScanOptions {
  readonly count: number;
  readonly match: string | undefined;
  readonly type: string | undefined;
}

/** Reads the options of a scan. `hasType`: TYPE is one of them. */
export function scanOptions(options: readonly string[], hasType: boolean): ScanOptions {
  let count = 10;
  let match: string | undefined;
  let type: string | undefined;
  for (let at = 0; at < options.length; at += 2) {
    const [word, value] = [options[at]?.toUpperCase(), options[at + 1]];
    if (value === undefined) syntaxError();
    else if (word === "COUNT") {
      count = integer(value);
      if (count < 1) syntaxError();
    } else if (word === "MATCH") match = value;
    else if (word === "TYPE" && hasType) type = value.toLowerCase();
    else syntaxError();
  }
  return { count, match, type };
}

/** Reads the cursor of a scan. */
export function cursorOf(text: string): number {
  return /^\d{1,20}$/.test(text) ? Number(text) : fail("ERR invalid cursor");
}

function scan(space: Keyspace, text: string, options: readonly string[]): Reply {
  const cursor = cursorOf(text);
  const { count, match, type } = scanOptions(options, true);
  const { keys, next } = space.scan(cursor, count);
  const isWanted = (key: string): boolean =>
    (match === undefined || matches(match, key)) && (type === undefined || space.find(key)?.type === type);
  return [String(next), keys.filter(isWanted)];
}

/** Returns a text that changes with the value. Redis' own format is of no use here. */
function dump(space: Keyspace, key: string): Reply {
  const value = space.find(key);
  return value === undefined ? null : JSON.stringify([value.type, value.content()]);
}

export const keyCommands: CommandTable = {
  DEL: writes(-2, remove),
  UNLINK: writes(-2, remove),
  EXISTS: reads(-2, (space, [, ...keys]) => keys.filter((key) => space.find(key) !== undefined).length),
  TYPE: reads(2, (space, [, key = ""]) => new Status(space.find(key)?.type ?? "none")),
  RENAME: writes(3, (space, [, from = "", to = ""]) => rename(space, from, to)),
  KEYS: reads(2, (space, [, pattern = ""]) => space.keys().filter((key) => pattern === "*" || matches(pattern, key))),
  SCAN: reads(-2, (space, [, cursor = "", ...options]) => scan(space, cursor, options)),
  DUMP: reads(2, (space, [, key = ""]) => dump(space, key)),
  DBSIZE: reads(1, (space) => space.keys().length),
  FLUSHALL: writes(-1, clear),
  FLUSHDB: writes(-1, clear),
};
