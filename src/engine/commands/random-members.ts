// The commands that pick random members, and do not remove them.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, type Reply, syntaxError } from "../keyspace/reply.ts";
import type { Value } from "../keyspace/values.ts";
import { symmetric } from "./arguments.ts";
import { type Command, reads } from "./command.ts";

// Members may repeat: a count alone would fill the memory.
const MOST_REPEATED = 1_000_000;

/** How the members of a type are listed. */
interface Members<Kind extends Value> {
  readonly type: new () => Kind;
  members(value: Kind): Iterable<string>;
  /** What belongs to each member, and the option that asks for it. Absent: nothing does. */
  readonly detail?: { readonly option: string; of(value: Kind, member: string): string };
}

export function randomMembers<Kind extends Value>({ type, members, detail }: Members<Kind>): Command {
  return reads(-2, (space, [, key = "", count, ...options]): Reply => {
    if (detail === undefined && options.length > 0) syntaxError();
    const wanted = count === undefined ? undefined : symmetric(count);
    const isDetailed = options.length === 1 && options[0]?.toUpperCase() === detail?.option;
    if (options.length > 0 && !isDetailed) syntaxError();
    if (isDetailed && Math.abs(wanted ?? 0) > 2 ** 62) fail("ERR value is out of range");
    const value = space.of(type, key);
    if (value === undefined) return wanted === undefined ? null : [];
    if (wanted !== undefined && -wanted > MOST_REPEATED)
      fail(`ERR the engine replies ${MOST_REPEATED} members at most`);
    const all = [...members(value)];
    space.walked += all.length;
    if (wanted === undefined) return one(space, all);
    const picked = several(space, all, wanted);
    return isDetailed ? picked.flatMap((member) => [member, detail?.of(value, member) ?? ""]) : picked;
  });
}

/** Picks one member of a list that is not empty. */
export function one(space: Keyspace, all: readonly string[]): string {
  return all[Math.floor(space.random() * all.length)] ?? "";
}

/** Picks so many different members. With a negative number, it picks so many that may repeat. */
export function several(space: Keyspace, all: readonly string[], count: number): string[] {
  if (count < 0) return Array.from({ length: -count }, () => one(space, all));
  if (count >= all.length) return [...all];
  const picked = [...all];
  for (let at = 0; at < count; at += 1) {
    const other = at + Math.floor(space.random() * (picked.length - at));
    [picked[at], picked[other]] = [picked[other] ?? "", picked[at] ?? ""];
  }
  return picked.slice(0, count);
}
