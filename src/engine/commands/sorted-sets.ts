// The commands of sorted sets, but for those that read a range: see ranges.ts.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, type Reply, syntaxError } from "../keyspace/reply.ts";
import { type Scored, SortedSetValue } from "../keyspace/sorted-set.ts";
import { SetValue } from "../keyspace/values.ts";
import { integer, positive, score, scoreText } from "./arguments.ts";
import { type Command, type CommandTable, grows, reads, writes } from "./command.ts";
import { scanOf } from "./keys.ts";
import { randomMembers } from "./random-members.ts";
import { rangeCommands, withScores } from "./ranges.ts";

const FLAGS = ["NX", "XX", "GT", "LT", "CH", "INCR"];

interface Addition {
  readonly flags: ReadonlySet<string>;
  readonly scored: readonly Scored[];
}

function additionOf(words: readonly string[], preset: readonly string[]): Addition {
  const flags = new Set(preset);
  let at = 0;
  for (; preset.length === 0 && FLAGS.includes(words[at]?.toUpperCase() ?? ""); at += 1) {
    flags.add(words[at]?.toUpperCase() ?? "");
  }
  const count = words.length - at;
  if (count === 0 || count % 2 !== 0) syntaxError();
  const has = (...wanted: readonly string[]): boolean => wanted.every((flag) => flags.has(flag));
  if (has("NX", "XX")) fail("ERR XX and NX options at the same time are not compatible");
  if (has("GT", "NX") || has("LT", "NX") || has("GT", "LT")) {
    fail("ERR GT, LT, and/or NX options at the same time are not compatible");
  }
  if (has("INCR") && count > 2) fail("ERR INCR option supports a single increment-element pair");
  const scored: Scored[] = [];
  for (; at < words.length; at += 2) scored.push([words[at + 1] ?? "", score(words[at] ?? "")]);
  return { flags, scored };
}

/** Returns the score that a member gets; undefined: a condition forbids a change. */
function newScore(flags: ReadonlySet<string>, before: number | undefined, given: number): number | undefined {
  if (before === undefined) return flags.has("XX") ? undefined : given;
  if (flags.has("NX")) return undefined;
  const after = flags.has("INCR") ? before + given : given;
  if (Number.isNaN(after)) fail("ERR resulting score is not a number (NaN)");
  return (flags.has("LT") && after >= before) || (flags.has("GT") && after <= before) ? undefined : after;
}

/** `preset`: the flags of a command that has no words for them. */
function add(space: Keyspace, key: string, words: readonly string[], preset: readonly string[]): Reply {
  const { flags, scored } = additionOf(words, preset);
  const isIncrease = flags.has("INCR");
  if (space.of(SortedSetValue, key) === undefined && flags.has("XX")) return isIncrease ? null : 0;
  const set = space.make(SortedSetValue, key);
  let [added, changed] = [0, 0];
  let last: string | null = null;
  for (const [member, given] of scored) {
    const before = set.score(member);
    const after = newScore(flags, before, given);
    if (after === undefined) continue;
    if (before === undefined) added += 1;
    else if (before !== after) changed += 1;
    // Redis stores -0 as 0.
    if (before !== after) set.add(member, after + 0);
    last = scoreText(after);
  }
  space.tidy(key);
  if (isIncrease) return last;
  return flags.has("CH") ? added + changed : added;
}

function remove(space: Keyspace, key: string, members: readonly string[]): Reply {
  const set = space.of(SortedSetValue, key);
  const removed = members.filter((member) => set?.delete(member)).length;
  space.tidy(key);
  return removed;
}

function scoreOf(set: SortedSetValue | undefined, member: string): string | null {
  const value = set?.score(member);
  return value === undefined ? null : scoreText(value);
}

function pop(isLeast: boolean): Command {
  return writes(-2, (space, [, key = "", text, ...others]) => {
    if (others.length > 0) syntaxError();
    const count = text === undefined ? 1 : positive(text);
    const set = space.of(SortedSetValue, key);
    if (set === undefined) return [];
    const taken = isLeast
      ? set.ordered().slice(0, count)
      : set
          .ordered()
          .slice(Math.max(set.size - count, 0))
          .reverse();
    for (const [member] of taken) set.delete(member);
    space.tidy(key);
    return withScores(taken, true);
  });
}

function rankFromEnd(set: SortedSetValue | undefined, member: string): number | null {
  const rank = set?.rank(member);
  return set === undefined || rank === undefined ? null : set.size - 1 - rank;
}

/** Returns the members of the first set that are in none of the others. A plain set may be among them. */
function difference(space: Keyspace, text: string, words: readonly string[]): Reply {
  const count = integer(text);
  if (count < 1) fail("ERR at least 1 input key is needed for 'zdiff' command");
  if (count > words.length) syntaxError();
  const [first, ...others] = words.slice(0, count).map((key) => {
    const value = space.find(key);
    return value instanceof SetValue ? sortedOf(value) : space.of(SortedSetValue, key);
  });
  const options = words.slice(count);
  if (options.some((option) => option.toUpperCase() !== "WITHSCORES")) syntaxError();
  for (const set of [first, ...others]) space.walked += set?.size ?? 0;
  const left = (first?.ordered() ?? []).filter(([member]) => others.every((other) => !other?.has(member)));
  return withScores(left, options.length > 0);
}

function sortedOf({ members }: SetValue): SortedSetValue {
  const sorted = new SortedSetValue();
  for (const member of members) sorted.add(member, 1);
  return sorted;
}

export const sortedSetCommands: CommandTable = {
  ...rangeCommands,
  ZADD: grows(-4, (space, [, key = "", ...words]) => add(space, key, words, [])),
  ZINCRBY: grows(4, (space, [, key = "", ...words]) => add(space, key, words, ["INCR"])),
  ZREM: writes(-3, (space, [, key = "", ...members]) => remove(space, key, members)),
  ZSCORE: reads(3, (space, [, key = "", member = ""]) => scoreOf(space.of(SortedSetValue, key), member)),
  ZMSCORE: reads(-3, (space, [, key = "", ...members]) => {
    const set = space.of(SortedSetValue, key);
    return members.map((member) => scoreOf(set, member));
  }),
  ZCARD: reads(2, (space, [, key = ""]) => space.of(SortedSetValue, key)?.size ?? 0),
  ZRANK: reads(3, (space, [, key = "", member = ""]) => space.of(SortedSetValue, key)?.rank(member) ?? null),
  ZREVRANK: reads(3, (space, [, key = "", member = ""]) => rankFromEnd(space.of(SortedSetValue, key), member)),
  ZPOPMIN: pop(true),
  ZPOPMAX: pop(false),
  ZSCAN: scanOf(SortedSetValue, (set) => set.ordered().map(([member, score]) => [member, scoreText(score)] as const)),
  ZDIFF: reads(-3, (space, [, count = "", ...words]) => difference(space, count, words)),
  ZRANDMEMBER: randomMembers({
    type: SortedSetValue,
    members: (set) => set.members(),
    detail: { option: "WITHSCORES", of: (set, member) => scoreText(set.score(member) ?? 0) },
  }),
};
