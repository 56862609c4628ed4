// The commands of sets, which no script of ours uses: tests make foreign keys by them.
import { SetValue } from "../keyspace/values.ts";
import { type CommandTable, grows, reads } from "./command.ts";

export const setCommands: CommandTable = {
  SADD: grows(-3, (space, [, key = "", ...added]) => {
    const { members } = space.make(SetValue, key);
    const before = members.size;
    for (const member of added) members.add(member);
    return members.size - before;
  }),
  SMEMBERS: reads(2, (space, [, key = ""]) => [...(space.of(SetValue, key)?.members ?? [])]),
};
