// The commands of texts.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, OK, type Reply, syntaxError, wrongArity } from "../keyspace/reply.ts";
import { NEVER, TextValue } from "../keyspace/values.ts";
import { asReply, bigInteger, integer, span, sum } from "./arguments.ts";
import { type Command, type CommandTable, grows, reads, writes } from "./command.ts";
import { floating, floatSum } from "./long-double.ts";

const UNITS: ReadonlyMap<string, { readonly ms: number; readonly isAbsolute: boolean }> = new Map([
  ["PX", { ms: 1, isAbsolute: false }],
  ["EX", { ms: 1_000, isAbsolute: false }],
  ["PXAT", { ms: 1, isAbsolute: true }],
  ["EXAT", { ms: 1_000, isAbsolute: true }],
]);

// JavaScript engines hold little more: half of what a Redis allows.
const LONGEST = 2 ** 28;

interface TextOptions {
  readonly words: ReadonlySet<string>;
  /** The time of expiry, if one is given: its unit and its number. */
  readonly expiry: readonly [unit: string, text: string] | undefined;
  /** Set only if the stored text is this one. */
  readonly expected: string | undefined;
}

const SET_WORDS = ["NX", "XX", "GET", "KEEPTTL"];

/** Reads the options of SET or GETEX. `flags`: those that have no value. `compares`: IFEQ is an option. */
function textOptions(options: readonly string[], flags: readonly string[], compares: boolean): TextOptions {
  const words = new Set<string>();
  let expiry: TextOptions["expiry"];
  let expected: string | undefined;
  for (let at = 0; at < options.length; at += 1) {
    const word = options[at]?.toUpperCase() ?? "";
    const next = options[at + 1];
    if (UNITS.has(word) && next !== undefined) {
      expiry = [word, next];
      at += 1;
    } else if (compares && word === "IFEQ" && next !== undefined) {
      expected = next;
      at += 1;
    } else if (!flags.includes(word)) syntaxError();
    words.add(word);
  }
  const lives = ["KEEPTTL", "PERSIST", ...UNITS.keys()].filter((word) => words.has(word));
  if ((words.has("NX") && words.has("XX")) || lives.length > 1) syntaxError();
  return { words, expiry, expected };
}

/** Returns when a text expires, epoch ms. `name`: the command, for an error. */
function expiryOf(space: Keyspace, unit: string, text: string, name: string): number {
  const { ms = 1, isAbsolute = false } = UNITS.get(unit) ?? {};
  const value = integer(text);
  const at = value * ms + (isAbsolute ? 0 : space.nowMs);
  return value <= 0 || at >= 2 ** 63 ? fail(`ERR invalid expire time in '${name}' command`) : at;
}

function store(space: Keyspace, key: string, text: string, expireAt: number): void {
  if (expireAt < space.nowMs) space.delete(key);
  else space.set(key, new TextValue(text, expireAt));
}

function set(compares: boolean): Command {
  return grows(-3, (space, [, key = "", text = "", ...options]) => {
    const { words, expiry, expected } = textOptions(options, SET_WORDS, compares);
    const expireAt = expiry === undefined ? NEVER : expiryOf(space, ...expiry, "set");
    const found = space.find(key);
    if (expected !== undefined && space.of(TextValue, key)?.text !== expected) return null;
    const before = words.has("GET") ? (space.of(TextValue, key)?.text ?? null) : undefined;
    const isRefused = found === undefined ? words.has("XX") : words.has("NX");
    if (isRefused) return before ?? null;
    store(space, key, text, words.has("KEEPTTL") ? (found?.expireAt ?? NEVER) : expireAt);
    return before === undefined ? OK : before;
  });
}

/** SETEX and PSETEX. */
function setWithLife(unit: "EX" | "PX"): Command {
  return grows(4, (space, [name = "", key = "", life = "", text = ""]) => {
    store(space, key, text, expiryOf(space, unit, life, name.toLowerCase()));
    return OK;
  });
}

function setNew(space: Keyspace, key: string, text: string): Reply {
  if (space.find(key) !== undefined) return 0;
  store(space, key, text, NEVER);
  return 1;
}

function getAndExpire(space: Keyspace, key: string, options: readonly string[]): Reply {
  const { words, expiry } = textOptions(options, ["PERSIST"], false);
  const found = space.of(TextValue, key);
  if (found === undefined) return null;
  const { text } = found;
  if (words.has("PERSIST")) found.expireAt = NEVER;
  if (expiry === undefined) return text;
  found.expireAt = expiryOf(space, ...expiry, "getex");
  if (found.expireAt <= space.nowMs) space.delete(key);
  return text;
}

function replace(space: Keyspace, key: string, text: string): Reply {
  const before = space.of(TextValue, key)?.text ?? null;
  store(space, key, text, NEVER);
  return before;
}

function add(space: Keyspace, key: string, change: bigint): Reply {
  const found = space.of(TextValue, key);
  const value = sum(bigInteger(found?.text ?? "0"), change);
  if (found === undefined) space.set(key, new TextValue(String(value)));
  else found.text = String(value);
  return asReply(value);
}

function subtract(space: Keyspace, key: string, change: bigint): Reply {
  if (change === -(2n ** 63n)) fail("ERR decrement would overflow");
  return add(space, key, -change);
}

function addFraction(space: Keyspace, key: string, by: string): Reply {
  const before = space.of(TextValue, key);
  const text = floatSum(space, floating(before?.text ?? "0"), floating(by));
  space.set(key, new TextValue(text, before?.expireAt));
  return text;
}

function checkLength(length: number): void {
  if (length > LONGEST) fail("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
}

function append(space: Keyspace, key: string, more: string): Reply {
  const found = space.make(TextValue, key);
  checkLength(found.text.length + more.length);
  found.text += more;
  return found.text.length;
}

/** Writes over a part of a text. NUL bytes fill a gap in front of that part. */
function overwrite(space: Keyspace, key: string, place: string, part: string): Reply {
  const offset = integer(place);
  if (offset < 0) fail("ERR offset is out of range");
  const before = space.of(TextValue, key);
  if (part === "") return before?.text.length ?? 0;
  checkLength(offset + part.length);
  const text = before?.text ?? "";
  const after = text.slice(0, offset).padEnd(offset, "\0") + part + text.slice(offset + part.length);
  space.walked += after.length / 4;
  space.set(key, new TextValue(after, before?.expireAt));
  return after.length;
}

/** MSET, or MSETNX, which sets all keys if there is none of them yet. */
function setMany(isOnlyNew: boolean): Command {
  return grows(-3, (space, [name = "", ...pairs]) => {
    if (pairs.length % 2 !== 0) wrongArity(name.toLowerCase());
    const isTaken = (word: string, at: number): boolean => at % 2 === 0 && space.find(word) !== undefined;
    if (isOnlyNew && pairs.some(isTaken)) return 0;
    for (let at = 0; at < pairs.length; at += 2) store(space, pairs[at] ?? "", pairs[at + 1] ?? "", NEVER);
    return isOnlyNew ? 1 : OK;
  });
}

/** `DELEX key IFEQ text`: deletes the key if it has this text. */
const deleteIfEqual = writes(-2, (space, [, key = "", word, text, ...others]) => {
  if (word?.toUpperCase() !== "IFEQ" || text === undefined || others.length > 0) syntaxError();
  return space.of(TextValue, key)?.text === text && space.delete(key) ? 1 : 0;
});

/** Returns the commands of texts. `compares`: DELEX, and IFEQ of SET, as Upstash and Redis 8.4 have them. */
export function stringCommands(compares: boolean): CommandTable {
  return { ...COMMANDS, SET: set(compares), ...(compares ? { DELEX: deleteIfEqual } : {}) };
}

const COMMANDS: CommandTable = {
  GET: reads(2, (space, [, key = ""]) => space.of(TextValue, key)?.text ?? null),
  GETDEL: writes(2, (space, [, key = ""]) => {
    const text = space.of(TextValue, key)?.text ?? null;
    space.delete(key);
    return text;
  }),
  STRLEN: reads(2, (space, [, key = ""]) => space.of(TextValue, key)?.text.length ?? 0),
  GETRANGE: reads(4, (space, [, key = "", first, last]) => {
    const [from, to] = [integer(first), integer(last)];
    const text = space.of(TextValue, key)?.text ?? "";
    const [start, end] = span(text.length, from, to);
    // Redis answers with the first byte if both ends are before it, in this order.
    return from < 0 && to < 0 && from > to ? "" : text.slice(start, Math.max(end, 0) + 1);
  }),
  APPEND: grows(3, (space, [, key = "", more = ""]) => append(space, key, more)),
  MGET: reads(-2, (space, [, ...keys]) =>
    keys.map((key) => {
      const value = space.find(key);
      return value instanceof TextValue ? value.text : null;
    }),
  ),
  MSET: setMany(false),
  MSETNX: setMany(true),
  SETEX: setWithLife("EX"),
  PSETEX: setWithLife("PX"),
  SETNX: grows(3, (space, [, key = "", text = ""]) => setNew(space, key, text)),
  GETSET: grows(3, (space, [, key = "", text = ""]) => replace(space, key, text)),
  GETEX: writes(-2, (space, [, key = "", ...options]) => getAndExpire(space, key, options)),
  SETRANGE: grows(4, (space, [, key = "", place = "", part = ""]) => overwrite(space, key, place, part)),
  INCR: grows(2, (space, [, key = ""]) => add(space, key, 1n)),
  DECR: grows(2, (space, [, key = ""]) => add(space, key, -1n)),
  INCRBY: grows(3, (space, [, key = "", by]) => add(space, key, bigInteger(by))),
  INCRBYFLOAT: grows(3, (space, [, key = "", by = ""]) => addFraction(space, key, by)),
  DECRBY: grows(3, (space, [, key = "", by]) => subtract(space, key, bigInteger(by))),
};
