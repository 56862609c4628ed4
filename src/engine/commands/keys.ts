// The commands of keys of any type.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, OK, type Reply, Status, syntaxError } from "../keyspace/reply.ts";
import type { Value } from "../keyspace/values.ts";
import { integer } from "./arguments.ts";
import { type Command, type CommandTable, type Run, reads, writes } from "./command.ts";
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

function renameToNew(space: Keyspace, from: string, to: string): Reply {
  if (space.find(from) === undefined) fail("ERR no such key");
  if (space.find(to) !== undefined) return 0;
  rename(space, from, to);
  return 1;
}

function randomKey(space: Keyspace): Reply {
  const keys = space.keys();
  return keys[Math.floor(space.random() * keys.length)] ?? null;
}

const existing: Run = (space, [, ...keys]) => keys.filter((key) => space.find(key) !== undefined).length;

interface ScanOptions {
  readonly count: number;
  readonly match: string | undefined;
  readonly type: string | undefined;
}

/** Reads the options of a scan. `hasType`: TYPE is one of them. */
function scanOptions(options: readonly string[], hasType: boolean): ScanOptions {
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
function cursorOf(text: string): number {
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

/**
 * Describes HSCAN, SSCAN or ZSCAN. It lists all entries at once, as Redis does for a small value.
 * @param type the type of the value
 * @param entries lists its entries, each with the text that a pattern is compared with first
 */
export function scanOf<Kind extends Value>(
  type: new () => Kind,
  entries: (value: Kind) => Iterable<readonly [name: string, ...detail: string[]]>,
): Command {
  return reads(-3, (space, [, key = "", cursor = "", ...options]) => {
    cursorOf(cursor);
    const value = space.of(type, key);
    if (value === undefined) return ["0", []];
    const { match } = scanOptions(options, false);
    space.walked += value.size;
    return ["0", [...entries(value)].filter(([name]) => match === undefined || matches(match, name)).flat()];
  });
}

/** Returns a text that changes with the value. Redis' own format is of no use here. */
function dump(space: Keyspace, key: string): Reply {
  const value = space.find(key);
  return value === undefined ? null : JSON.stringify([value.type, value.content()]);
}

export const keyCommands: CommandTable = {
  DEL: writes(-2, remove),
  UNLINK: writes(-2, remove),
  EXISTS: reads(-2, existing),
  TOUCH: reads(-2, existing),
  TYPE: reads(2, (space, [, key = ""]) => new Status(space.find(key)?.type ?? "none")),
  RENAME: writes(3, (space, [, from = "", to = ""]) => rename(space, from, to)),
  RENAMENX: writes(3, (space, [, from = "", to = ""]) => renameToNew(space, from, to)),
  RANDOMKEY: reads(1, randomKey),
  KEYS: reads(2, (space, [, pattern = ""]) => space.keys().filter((key) => pattern === "*" || matches(pattern, key))),
  SCAN: reads(-2, (space, [, cursor = "", ...options]) => scan(space, cursor, options)),
  DUMP: reads(2, (space, [, key = ""]) => dump(space, key)),
  DBSIZE: reads(1, (space) => space.keys().length),
  FLUSHALL: writes(-1, clear),
  FLUSHDB: writes(-1, clear),
};
