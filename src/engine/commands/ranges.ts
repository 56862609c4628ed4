// The commands that read, count or remove a range of a sorted set, by rank or by score.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, type Reply, syntaxError } from "../keyspace/reply.ts";
import { type Scored, SortedSetValue } from "../keyspace/sorted-set.ts";
import { type Bound, bound, integer, scoreText, span } from "./arguments.ts";
import { type CommandTable, reads, writes } from "./command.ts";

/** Lists members, each followed by its score if that is wanted. */
export function withScores(scored: readonly Scored[], isWanted: boolean): string[] {
  return scored.flatMap(([member, score]) => (isWanted ? [member, scoreText(score)] : [member]));
}

/** Returns the part of a set between two scores. */
function between(space: Keyspace, set: SortedSetValue, low: Bound, high: Bound): readonly Scored[] {
  const first = set.firstPlace(([, score]) => (low.isOpen ? score > low.value : score >= low.value));
  const end = set.firstPlace(([, score]) => (high.isOpen ? score >= high.value : score > high.value));
  space.walked += Math.max(end - first, 0);
  return set.ordered().slice(first, end);
}

interface Limit {
  readonly offset: number;
  readonly count: number;
}

interface RangeOptions {
  readonly isByScore: boolean;
  readonly isReversed: boolean;
  readonly hasScores: boolean;
  readonly limit: Limit | undefined;
}

/** `preset`: what the name of the command says, and its options cannot say again. */
function rangeOptions(options: readonly string[], preset: readonly string[]): RangeOptions {
  const words = new Set(preset);
  let limit: Limit | undefined;
  for (let at = 0; at < options.length; at += 1) {
    const word = options[at]?.toUpperCase() ?? "";
    if (word === "LIMIT" && at + 2 < options.length) {
      limit = { offset: integer(options[at + 1]), count: integer(options[at + 2]) };
      at += 2;
    } else {
      // Redis accepts only this word twice.
      const mayRepeat = word === "WITHSCORES";
      const isNew = preset.length === 0 && !words.has(word) && (word === "REV" || word === "BYSCORE");
      if (!mayRepeat && !isNew) syntaxError();
      words.add(word);
    }
  }
  const isByScore = words.has("BYSCORE");
  // Redis takes a limit of -1 for none.
  if (limit !== undefined && limit.count !== -1 && !isByScore) {
    fail("ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
  }
  return { isByScore, isReversed: words.has("REV"), hasScores: words.has("WITHSCORES"), limit };
}

function limited(scored: readonly Scored[], limit: Limit | undefined): readonly Scored[] {
  if (limit === undefined) return scored;
  const { offset, count } = limit;
  return offset < 0 ? [] : scored.slice(offset, count < 0 ? undefined : offset + count);
}

function range(preset: readonly string[], space: Keyspace, words: readonly string[]): Reply {
  const [, key = "", first = "", last = "", ...options] = words;
  const { isByScore, isReversed, hasScores, limit } = rangeOptions(options, preset);
  const inOrder = (scored: readonly Scored[]): readonly Scored[] => (isReversed ? [...scored].reverse() : scored);
  if (isByScore) {
    const [low, high] = isReversed ? [bound(last), bound(first)] : [bound(first), bound(last)];
    const set = space.of(SortedSetValue, key);
    return set === undefined ? [] : withScores(limited(inOrder(between(space, set, low, high)), limit), hasScores);
  }
  const [from, to] = [integer(first), integer(last)];
  const set = space.of(SortedSetValue, key);
  if (set === undefined) return [];
  const [start, end] = span(set.size, from, to);
  if (isReversed) space.walked += set.size;
  return withScores(inOrder(set.ordered()).slice(start, end + 1), hasScores);
}

function remove(space: Keyspace, key: string, removed: (set: SortedSetValue) => readonly Scored[]): Reply {
  const set = space.of(SortedSetValue, key);
  if (set === undefined) return 0;
  const scored = removed(set);
  for (const [member] of scored) set.delete(member);
  space.tidy(key);
  return scored.length;
}

export const rangeCommands: CommandTable = {
  ZRANGE: reads(-4, (space, words) => range([], space, words)),
  ZRANGEBYSCORE: reads(-4, (space, words) => range(["BYSCORE"], space, words)),
  ZREVRANGE: reads(-4, (space, words) => range(["REV"], space, words)),
  ZREVRANGEBYSCORE: reads(-4, (space, words) => range(["REV", "BYSCORE"], space, words)),
  ZCOUNT: reads(4, (space, [, key = "", first = "", last = ""]) => {
    const [low, high] = [bound(first), bound(last)];
    const set = space.of(SortedSetValue, key);
    return set === undefined ? 0 : between(space, set, low, high).length;
  }),
  ZREMRANGEBYSCORE: writes(4, (space, [, key = "", first = "", last = ""]) => {
    const [low, high] = [bound(first), bound(last)];
    return remove(space, key, (set) => between(space, set, low, high));
  }),
  ZREMRANGEBYRANK: writes(4, (space, [, key = "", first, last]) => {
    const [from, to] = [integer(first), integer(last)];
    return remove(space, key, (set) => {
      const [start, end] = span(set.size, from, to);
      return set.ordered().slice(start, end + 1);
    });
  }),
};
