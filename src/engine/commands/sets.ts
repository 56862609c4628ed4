// The commands of sets.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { type Reply, syntaxError } from "../keyspace/reply.ts";
import { SetValue } from "../keyspace/values.ts";
import { positive } from "./arguments.ts";
import { type Command, type CommandTable, grows, reads, writes } from "./command.ts";
import { scanOf } from "./keys.ts";
import { one, randomMembers, several } from "./random-members.ts";

function membersOf(space: Keyspace, key: string): ReadonlySet<string> {
  return space.of(SetValue, key)?.members ?? new Set();
}

function remove(space: Keyspace, key: string, removed: readonly string[]): Reply {
  const members = space.of(SetValue, key)?.members;
  const count = removed.filter((member) => members?.delete(member)).length;
  space.tidy(key);
  return count;
}

function pop(space: Keyspace, key: string, text: string | undefined): Reply {
  const count = text === undefined ? undefined : positive(text);
  const all = [...membersOf(space, key)];
  space.walked += all.length;
  if (count === undefined && all.length === 0) return null;
  const picked = count === undefined ? [one(space, all)] : several(space, all, count);
  remove(space, key, picked);
  return count === undefined ? (picked[0] ?? null) : picked;
}

function move(space: Keyspace, from: string, to: string, member: string): Reply {
  const source = space.of(SetValue, from);
  if (source === undefined) return 0;
  const isMember = source.members.has(member);
  space.of(SetValue, to);
  if (!isMember || from === to) return isMember ? 1 : 0;
  remove(space, from, [member]);
  space.make(SetValue, to).members.add(member);
  return 1;
}

/** Describes a command that combines sets. A key without a value is an empty set. */
function combination(
  combine: (first: ReadonlySet<string>, others: readonly ReadonlySet<string>[]) => string[],
): Command {
  return reads(-2, (space, [, ...keys]) => {
    const [first = new Set<string>(), ...others] = keys.map((key) => membersOf(space, key));
    for (const { size } of [first, ...others]) space.walked += size;
    return combine(first, others);
  });
}

export const setCommands: CommandTable = {
  SADD: grows(-3, (space, [, key = "", ...added]) => {
    const { members } = space.make(SetValue, key);
    const before = members.size;
    for (const member of added) members.add(member);
    return members.size - before;
  }),
  SREM: writes(-3, (space, [, key = "", ...removed]) => remove(space, key, removed)),
  SMEMBERS: reads(2, (space, [, key = ""]) => [...membersOf(space, key)]),
  SCARD: reads(2, (space, [, key = ""]) => membersOf(space, key).size),
  SISMEMBER: reads(3, (space, [, key = "", member = ""]) => (membersOf(space, key).has(member) ? 1 : 0)),
  SMISMEMBER: reads(-3, (space, [, key = "", ...asked]) => {
    const members = membersOf(space, key);
    return asked.map((member) => (members.has(member) ? 1 : 0));
  }),
  SPOP: writes(-2, (space, [, key = "", count, ...others]) =>
    others.length > 0 ? syntaxError() : pop(space, key, count),
  ),
  SRANDMEMBER: randomMembers({ type: SetValue, members: ({ members }) => members }),
  SMOVE: writes(4, (space, [, from = "", to = "", member = ""]) => move(space, from, to, member)),
  SINTER: combination((first, others) => [...first].filter((member) => others.every((other) => other.has(member)))),
  SUNION: combination((first, others) => [...new Set([...first, ...others.flatMap((other) => [...other])])]),
  SDIFF: combination((first, others) => [...first].filter((member) => !others.some((other) => other.has(member)))),
  SSCAN: scanOf(SetValue, ({ members }) => [...members].map((member) => [member] as const)),
};
