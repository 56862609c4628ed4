// The commands of texts.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, OK, type Reply, syntaxError, wrongArity } from "../keyspace/reply.ts";
import { NEVER, TextValue } from "../keyspace/values.ts";
import { asReply, bigInteger, integer, span, sum } from "./arguments.ts";
import { type Command, type CommandTable, grows, reads, writes } from "./command.ts";

const UNITS: ReadonlyMap<string, { readonly ms: number; readonly isAbsolute: boolean }> = new Map([
  ["PX", { ms: 1, isAbsolute: false }],
  ["EX", { ms: 1_000, isAbsolute: false }],
  ["PXAT", { ms: 1, isAbsolute: true }],
  ["EXAT", { ms: 1_000, isAbsolute: true }],
]);

// JavaScript engines hold little more: half of what a Redis allows.
const LONGEST = 2 ** 28;

interface SetOptions {
  readonly words: ReadonlySet<string>;
  /** Epoch ms. */
  readonly expireAt: number;
  /** Set only if the stored text is this one. */
  readonly expected: string | undefined;
}

/** Reads the options of SET. `compares`: IFEQ is one of them. */
function setOptions(space: Keyspace, options: readonly string[], compares: boolean): SetOptions {
  const words = new Set<string>();
  let expiry: string | undefined;
  let expected: string | undefined;
  for (let at = 0; at < options.length; at += 1) {
    const word = options[at]?.toUpperCase() ?? "";
    const next = options[at + 1];
    if (UNITS.has(word) && next !== undefined) {
      expiry = next;
      at += 1;
    } else if (compares && word === "IFEQ" && next !== undefined) {
      expected = next;
      at += 1;
    } else if (!["NX", "XX", "GET", "KEEPTTL"].includes(word)) syntaxError();
    words.add(word);
  }
  const lives = ["KEEPTTL", ...UNITS.keys()].filter((word) => words.has(word));
  if ((words.has("NX") && words.has("XX")) || lives.length > 1) syntaxError();
  return { words, expireAt: expiry === undefined ? NEVER : expiryOf(space, lives[0] ?? "", expiry, "set"), expected };
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
    const { words, expireAt, expected } = setOptions(space, options, compares);
    const found = space.find(key);
    if (expected !== undefined && space.of(TextValue, key)?.text !== expected) return null;
    const before = words.has("GET") ? (space.of(TextValue, key)?.text ?? null) : undefined;
    const isRefused = found === undefined ? words.has("XX") : words.has("NX");
    if (isRefused) return before ?? null;
    store(space, key, text, words.has("KEEPTTL") ? (found?.expireAt ?? NEVER) : expireAt);
    return before === undefined ? OK : before;
  });
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

function append(space: Keyspace, key: string, more: string): Reply {
  const found = space.make(TextValue, key);
  if (found.text.length + more.length > LONGEST) fail("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
  found.text += more;
  return found.text.length;
}

function setMany(space: Keyspace, words: readonly string[]): Reply {
  if (words.length % 2 === 0) wrongArity("mset");
  for (let at = 1; at < words.length; at += 2) store(space, words[at] ?? "", words[at + 1] ?? "", NEVER);
  return OK;
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
  MSET: grows(-3, setMany),
  INCR: grows(2, (space, [, key = ""]) => add(space, key, 1n)),
  DECR: grows(2, (space, [, key = ""]) => add(space, key, -1n)),
  INCRBY: grows(3, (space, [, key = "", by]) => add(space, key, bigInteger(by))),
  DECRBY: grows(3, (space, [, key = "", by]) => subtract(space, key, bigInteger(by))),
};
