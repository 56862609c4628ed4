// Where the keys of each command are, from the server's own description of its commands.

import type { Reply } from "./reply.ts";

/** They have no key among their arguments, but touch the keys of the whole database. */
const DATABASE_WIDE = new Set(["DBSIZE", "FLUSHALL", "FLUSHDB", "KEYS", "RANDOMKEY", "SCAN", "SWAPDB"]);

/**
 * Returns a text for a script to search: `;<NAME>:<places>;<NAME>:…;`, with a subcommand as `XINFO|STREAM`. A place is
 * one of these, with `start` as an index of the command's words, from 0:
 * - `r<start>,<last>,0,<step>`: keys from `start` to `last` words behind it; a negative `last` counts from the end
 * - `n<start>,<number>,<first>,<step>`: as many keys as the word `number` words behind `start` says, from `first` on
 * A command is missing if it touches the whole database, or if its keys are not described completely.
 * @param entries the reply to COMMAND
 */
export function keyPlaces(entries: Reply): string {
  return `;${listed(entries)
    .flatMap(({ name, places }) => (DATABASE_WIDE.has(name) || places.includes("?") ? [] : `${name}:${places};`))
    .join("")}`;
}

interface Listed {
  readonly name: string;
  readonly places: string;
}

/** Entries of COMMAND have the name first, and since Redis 7 the key specifications ninth and the subcommands tenth. */
function listed(entries: Reply | undefined): Listed[] {
  return listOf(entries).flatMap((entry) => {
    const [name, , , , , , , , specifications, subcommands] = listOf(entry);
    const own = { name: String(name).toUpperCase(), places: listOf(specifications).map(placeOf).join(" ") };
    const below = listed(subcommands);
    return below.length === 0 ? [own] : below;
  });
}

/** Returns "?" for a place that only the server can find. */
function placeOf(specification: Reply): string {
  const [begin, find] = [member(specification, "begin_search"), member(specification, "find_keys")];
  const isComplete = !listOf(member(specification, "flags")).map(String).includes("incomplete");
  if (!isComplete || String(member(begin, "type")) !== "index") return "?";
  const start = numberIn(begin, "index");
  const step = numberIn(find, "keystep");
  const kind = String(member(find, "type"));
  if (kind === "range" && numberIn(find, "limit") <= 1) return `r${start},${numberIn(find, "lastkey")},0,${step}`;
  if (kind === "keynum") return `n${start},${numberIn(find, "keynumidx")},${numberIn(find, "firstkey")},${step}`;
  return "?";
}

function numberIn(part: Reply | undefined, name: string): number {
  return Number(member(member(part, "spec"), name));
}

/** Finds the value behind a name. */
function member(list: Reply | undefined, name: string): Reply | undefined {
  const items = listOf(list);
  return items[items.findIndex((item) => Buffer.isBuffer(item) && item.toString() === name) + 1];
}

function listOf(reply: Reply | undefined): readonly Reply[] {
  return Array.isArray(reply) ? reply : [];
}
