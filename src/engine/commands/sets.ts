// The commands of sets, which no script of ours uses: tests make foreign keys by them.
import { SetValue } from "../keyspace/values.ts";
import { type CommandTable, grows, reads, writes } from "./command.ts";

export const setCommands: CommandTable = {
  SADD: grows(-3, (space, [, key = "", ...added]) => {
    const { members } = space.make(SetValue, key);
    const before = members.size;
    for (const member of added) members.add(member);
    return members.size - before;
  }),
  SREM: writes(-3, (space, [, key = "", ...names]) => {
    const members = space.of(SetValue, key)?.members;
    const removed = names.filter((name) => members?.delete(name)).length;
    space.tidy(key);
    return removed;
  }),
  SCARD: reads(2, (space, [, key = ""]) => space.of(SetValue, key)?.size ?? 0),
  SISMEMBER: reads(3, (space, [, key = "", member = ""]) => (space.of(SetValue, key)?.members.has(member) ? 1 : 0)),
  SMEMBERS: reads(2, (space, [, key = ""]) => [...(space.of(SetValue, key)?.members ?? [])]),
};
