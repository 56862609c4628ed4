// The commands of hashes.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { type Reply, wrongArity } from "../keyspace/reply.ts";
import { HashValue } from "../keyspace/values.ts";
import { asReply, bigInteger, sum } from "./arguments.ts";
import { type CommandTable, grows, reads, writes } from "./command.ts";
import { matches } from "./glob.ts";
import { cursorOf, scanOptions } from "./keys.ts";
import { randomMembers } from "./random-members.ts";

function fieldsOf(space: Keyspace, key: string): ReadonlyMap<string, string> | undefined {
  return space.of(HashValue, key)?.fields;
}

/** Sets fields, and returns how many of them are new. */
function set(space: Keyspace, name: string, key: string, pairs: readonly string[]): number {
  if (pairs.length % 2 !== 0) wrongArity(name.toLowerCase());
  const { fields } = space.make(HashValue, key);
  const before = fields.size;
  for (let at = 0; at < pairs.length; at += 2) fields.set(pairs[at] ?? "", pairs[at + 1] ?? "");
  return fields.size - before;
}

function remove(space: Keyspace, key: string, names: readonly string[]): Reply {
  const fields = space.of(HashValue, key)?.fields;
  const removed = names.filter((name) => fields?.delete(name)).length;
  space.tidy(key);
  return removed;
}

function add(space: Keyspace, key: string, field: string, text: string): Reply {
  const change = bigInteger(text);
  const value = sum(bigInteger(fieldsOf(space, key)?.get(field) ?? "0", "ERR hash value is not an integer"), change);
  space.make(HashValue, key).fields.set(field, String(value));
  return asReply(value);
}

/** Lists all fields at once, as Redis does for a small hash. */
function scan(space: Keyspace, key: string, cursor: string, options: readonly string[]): Reply {
  cursorOf(cursor);
  const hash = fieldsOf(space, key);
  if (hash === undefined) return ["0", []];
  const { match } = scanOptions(options, false);
  space.walked += hash.size;
  return ["0", [...hash].filter(([field]) => match === undefined || matches(match, field)).flat()];
}

export const hashCommands: CommandTable = {
  HSET: grows(-4, (space, [name = "", key = "", ...pairs]) => set(space, name, key, pairs)),
  HGET: reads(3, (space, [, key = "", field = ""]) => fieldsOf(space, key)?.get(field) ?? null),
  HMGET: reads(-3, (space, [, key = "", ...names]) => {
    const fields = fieldsOf(space, key);
    return names.map((name) => fields?.get(name) ?? null);
  }),
  HEXISTS: reads(3, (space, [, key = "", field = ""]) => (fieldsOf(space, key)?.has(field) ? 1 : 0)),
  HLEN: reads(2, (space, [, key = ""]) => fieldsOf(space, key)?.size ?? 0),
  HKEYS: reads(2, (space, [, key = ""]) => [...(fieldsOf(space, key)?.keys() ?? [])]),
  HGETALL: reads(2, (space, [, key = ""]) => [...(fieldsOf(space, key) ?? [])].flat()),
  HDEL: writes(-3, (space, [, key = "", ...names]) => remove(space, key, names)),
  HINCRBY: grows(4, (space, [, key = "", field = "", by = ""]) => add(space, key, field, by)),
  HSCAN: reads(-3, (space, [, key = "", cursor = "", ...options]) => scan(space, key, cursor, options)),
  HRANDFIELD: randomMembers({
    type: HashValue,
    option: "WITHVALUES",
    members: ({ fields }) => fields.keys(),
    detail: ({ fields }, field) => fields.get(field) ?? "",
  }),
};
