// The commands of lists.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, OK, type Reply, syntaxError, wrongArity } from "../keyspace/reply.ts";
import { ListValue } from "../keyspace/values.ts";
import { integer, positive, span, symmetric } from "./arguments.ts";
import { type Command, type CommandTable, grows, reads, writes } from "./command.ts";

function put(list: ListValue, item: string, isFront: boolean): void {
  if (isFront) list.items.unshift(item);
  else list.items.push(item);
}

function take(list: ListValue, isFront: boolean): string | undefined {
  return isFront ? list.items.shift() : list.items.pop();
}

function push(isFront: boolean): Command {
  return grows(-3, (space, [, key = "", ...items]) => {
    const list = space.make(ListValue, key);
    for (const item of items) put(list, item, isFront);
    return list.size;
  });
}

/** Pushes only if there is such a list. */
function pushToExisting(isFront: boolean): Command {
  return grows(-3, (space, [, key = "", ...items]) => {
    const list = space.of(ListValue, key);
    if (list === undefined) return 0;
    for (const item of items) put(list, item, isFront);
    return list.size;
  });
}

function pop(isFront: boolean): Command {
  return writes(-2, (space, [name = "", key = "", text, ...others]) => {
    if (others.length > 0) wrongArity(name.toLowerCase());
    const count = text === undefined ? undefined : positive(text);
    const list = space.of(ListValue, key);
    if (list === undefined) return null;
    const taken = Array.from({ length: Math.min(count ?? 1, list.size) }, () => take(list, isFront) ?? "");
    space.tidy(key);
    return count === undefined ? (taken[0] ?? null) : taken;
  });
}

/** Moves an item between the ends of two lists, or of one. */
function move(space: Keyspace, from: string, to: string, isFromFront: boolean, isToFront: boolean): Reply {
  const source = space.of(ListValue, from);
  if (source === undefined) return null;
  const target = space.make(ListValue, to);
  const item = take(source, isFromFront) ?? "";
  put(target, item, isToFront);
  space.tidy(from);
  return item;
}

/** Reads LEFT as true and RIGHT as false. */
function isFrontEnd(text: string): boolean {
  const word = text.toUpperCase();
  return word === "LEFT" || (word !== "RIGHT" && syntaxError());
}

function insert(space: Keyspace, key: string, where: string, pivot: string, item: string): Reply {
  const word = where.toUpperCase();
  if (word !== "BEFORE" && word !== "AFTER") syntaxError();
  const list = space.of(ListValue, key);
  if (list === undefined) return 0;
  const at = list.items.indexOf(pivot);
  space.walked += list.size;
  if (at < 0) return -1;
  list.items.splice(word === "AFTER" ? at + 1 : at, 0, item);
  return list.size;
}

function trim(space: Keyspace, key: string, first: string, last: string): Reply {
  const [from, to] = [integer(first), integer(last)];
  const list = space.of(ListValue, key);
  if (list === undefined) return OK;
  const [start, end] = span(list.size, from, to);
  space.walked += list.size;
  list.items = list.items.slice(start, end + 1);
  space.tidy(key);
  return OK;
}

function setItem(space: Keyspace, key: string, text: string, item: string): Reply {
  const list = space.of(ListValue, key);
  if (list === undefined) return fail("ERR no such key");
  const place = integer(text);
  const at = place < 0 ? list.size + place : place;
  if (at < 0 || at >= list.size) fail("ERR index out of range");
  list.items[at] = item;
  return OK;
}

/** Removes equal items, the first ones or the last ones. */
function remove(space: Keyspace, key: string, text: string, removed: string): Reply {
  const count = integer(text);
  const list = space.of(ListValue, key);
  if (list === undefined) return 0;
  const before = list.size;
  space.walked += before;
  let left = count === 0 ? Number.POSITIVE_INFINITY : Math.abs(count);
  const items = count < 0 ? list.items.reverse() : list.items;
  const kept = items.filter((item) => {
    if (item !== removed || left === 0) return true;
    left -= 1;
    return false;
  });
  list.items = count < 0 ? kept.reverse() : kept;
  space.tidy(key);
  return before - kept.length;
}

interface Search {
  /** The first match that counts; if it is negative, from the end. */
  readonly rank: number;
  /** How many places are replied; undefined: one, which is not in a list; 0: all. */
  readonly count: number | undefined;
  /** How many items are compared; 0: all. */
  readonly most: number;
}

const RANK_ZERO =
  "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list";

function searchOf(options: readonly string[]): Search {
  let [rank, most] = [1, 0];
  let count: number | undefined;
  for (let at = 0; at < options.length; at += 2) {
    const [word, value] = [options[at]?.toUpperCase(), options[at + 1]];
    if (value === undefined) syntaxError();
    else if (word === "RANK") {
      rank = symmetric(value);
      if (rank === 0) fail(RANK_ZERO);
    } else if (word === "COUNT") count = positive(value, "ERR COUNT can't be negative");
    else if (word === "MAXLEN") most = positive(value, "ERR MAXLEN can't be negative");
    else syntaxError();
  }
  return { rank, count, most };
}

function places(space: Keyspace, key: string, wanted: string, options: readonly string[]): Reply {
  const { rank, count, most } = searchOf(options);
  const items = space.of(ListValue, key)?.items ?? [];
  const compared = most === 0 ? items.length : Math.min(most, items.length);
  space.walked += compared;
  const found: number[] = [];
  let skipped = Math.abs(rank) - 1;
  for (let nth = 0; nth < compared && found.length < (count === 0 ? items.length : (count ?? 1)); nth += 1) {
    const at = rank < 0 ? items.length - 1 - nth : nth;
    if (items[at] !== wanted) continue;
    if (skipped > 0) skipped -= 1;
    else found.push(at);
  }
  return count === undefined ? (found[0] ?? null) : found;
}

export const listCommands: CommandTable = {
  LPUSH: push(true),
  RPUSH: push(false),
  LPUSHX: pushToExisting(true),
  RPUSHX: pushToExisting(false),
  LPOP: pop(true),
  RPOP: pop(false),
  LMOVE: grows(5, (space, [, from = "", to = "", fromEnd = "", toEnd = ""]) =>
    move(space, from, to, isFrontEnd(fromEnd), isFrontEnd(toEnd)),
  ),
  RPOPLPUSH: grows(3, (space, [, from = "", to = ""]) => move(space, from, to, false, true)),
  LINSERT: grows(5, (space, [, key = "", where = "", pivot = "", item = ""]) => insert(space, key, where, pivot, item)),
  LTRIM: writes(4, (space, [, key = "", first = "", last = ""]) => trim(space, key, first, last)),
  LLEN: reads(2, (space, [, key = ""]) => space.of(ListValue, key)?.size ?? 0),
  LINDEX: reads(3, (space, [, key = "", place]) => {
    const list = space.of(ListValue, key);
    return list === undefined ? null : (list.items.at(integer(place)) ?? null);
  }),
  LRANGE: reads(4, (space, [, key = "", first, last]) => {
    const [from, to] = [integer(first), integer(last)];
    const items = space.of(ListValue, key)?.items ?? [];
    const [start, end] = span(items.length, from, to);
    return items.slice(start, end + 1);
  }),
  LSET: grows(4, (space, [, key = "", place = "", item = ""]) => setItem(space, key, place, item)),
  LREM: writes(4, (space, [, key = "", count = "", item = ""]) => remove(space, key, count, item)),
  LPOS: reads(-3, (space, [, key = "", item = "", ...options]) => places(space, key, item, options)),
};
