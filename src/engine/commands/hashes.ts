// The commands of hashes.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, OK, type Reply, wrongArity } from "../keyspace/reply.ts";
import { HashValue } from "../keyspace/values.ts";
import { asReply, bigInteger, sum } from "./arguments.ts";
import { type CommandTable, grows, reads, writes } from "./command.ts";
import { scanOf } from "./keys.ts";
import { floating, floatSum } from "./long-double.ts";
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

function addFraction(space: Keyspace, key: string, field: string, by: string): Reply {
  const change = floating(by);
  if (!Number.isFinite(change.sign)) fail("ERR value is NaN or Infinity");
  const before = floating(fieldsOf(space, key)?.get(field) ?? "0", "ERR hash value is not a float");
  const text = floatSum(space, before, change);
  space.make(HashValue, key).fields.set(field, text);
  return text;
}

function setNew(space: Keyspace, key: string, field: string, text: string): Reply {
  const { fields } = space.make(HashValue, key);
  if (fields.has(field)) return 0;
  fields.set(field, text);
  return 1;
}

export const hashCommands: CommandTable = {
  HSET: grows(-4, (space, [name = "", key = "", ...pairs]) => set(space, name, key, pairs)),
  HMSET: grows(-4, (space, [name = "", key = "", ...pairs]) => {
    set(space, name, key, pairs);
    return OK;
  }),
  HSETNX: grows(4, (space, [, key = "", field = "", text = ""]) => setNew(space, key, field, text)),
  HGET: reads(3, (space, [, key = "", field = ""]) => fieldsOf(space, key)?.get(field) ?? null),
  HMGET: reads(-3, (space, [, key = "", ...names]) => {
    const fields = fieldsOf(space, key);
    return names.map((name) => fields?.get(name) ?? null);
  }),
  HEXISTS: reads(3, (space, [, key = "", field = ""]) => (fieldsOf(space, key)?.has(field) ? 1 : 0)),
  HSTRLEN: reads(3, (space, [, key = "", field = ""]) => fieldsOf(space, key)?.get(field)?.length ?? 0),
  HLEN: reads(2, (space, [, key = ""]) => fieldsOf(space, key)?.size ?? 0),
  HKEYS: reads(2, (space, [, key = ""]) => [...(fieldsOf(space, key)?.keys() ?? [])]),
  HVALS: reads(2, (space, [, key = ""]) => [...(fieldsOf(space, key)?.values() ?? [])]),
  HGETALL: reads(2, (space, [, key = ""]) => [...(fieldsOf(space, key) ?? [])].flat()),
  HDEL: writes(-3, (space, [, key = "", ...names]) => remove(space, key, names)),
  HINCRBY: grows(4, (space, [, key = "", field = "", by = ""]) => add(space, key, field, by)),
  HINCRBYFLOAT: grows(4, (space, [, key = "", field = "", by = ""]) => addFraction(space, key, field, by)),
  HSCAN: scanOf(HashValue, ({ fields }) => fields),
  HRANDFIELD: randomMembers({
    type: HashValue,
    members: ({ fields }) => fields.keys(),
    detail: { option: "WITHVALUES", of: ({ fields }, field) => fields.get(field) ?? "" },
  }),
};
