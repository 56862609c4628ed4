// Mutants of the fair lock's scripts that are the same script, and why.
import type { Equivalent } from "./equivalent.ts";

const ACQUIRE = ["fair/acquire"];
const FORCE = ["fair/force-release"];
const END = ["fair/release", ...FORCE];
const ALL = ["fair/acquire", "fair/release", "fair/force-release"];

const CHUNK = "call(command, key, unpack(list, at, math.min(at + MOST - 1, #list)))";
const SOME_NEARER = "if nearer_ms > 0 and score_of[waiter] then";
const SOME_GONE = "elseif #gone > 1 then";
const BUSY = "return { 'busy', hold, left, place + 1, left == -2 and head_until + 1 - now or left }";

export const equivalentFair: readonly Equivalent[] = [
  ...["MOST - 0", "MOST - 2"].map((after) => ({
    scripts: ALL,
    before: CHUNK,
    after: CHUNK.replace("MOST - 1", after),
    reason: "The same up to a thousand waiters. More than those are in test/node/fair-trace.test.ts, which tells it.",
  })),
  {
    scripts: ALL,
    before: "local nearer_ms, moved, gone, rest = 0, {}, {}, {}",
    after: "local nearer_ms, moved, gone, rest = 1, {}, {}, {}",
    reason: "Off by a millisecond.",
  },
  ...["nearer_ms >= 0", "nearer_ms > 1"].map((after) => ({
    scripts: ALL,
    before: SOME_NEARER,
    after: SOME_NEARER.replace("nearer_ms > 0", after),
    reason: "A patience is a minute or more; nearer by nothing is the score that was there.",
  })),
  {
    scripts: ALL,
    before: "call('LREM', queue, 0, gone[1])",
    after: "call('LREM', queue, 1, gone[1])",
    reason: "Nobody of ours stands in the queue twice.",
  },
  ...["> 0", ">= 1"].map((after) => ({
    scripts: ALL,
    before: SOME_GONE,
    after: SOME_GONE.replace("> 1", after),
    reason: "When one is gone, this is not asked.",
  })),
  {
    scripts: ALL,
    before: "local until_ms = tried and tried + SILENT_MS or score or 0",
    after: "local until_ms = tried and tried + SILENT_MS or score or 1",
    reason: "It has passed, in 1970.",
  },
  {
    scripts: ALL,
    before: "if until_ms > now then return head, until_ms end",
    after: "if until_ms >= now then return head, until_ms end",
    reason: "A millisecond, once in a patience.",
  },
  {
    scripts: END,
    before: "if tried and tried > now then",
    after: "if tried and tried >= now then",
    reason: "A millisecond, once when the clock was set back.",
  },
  ...[
    ["if #gone == 1 then", "if #gone == 0 then"],
    ["call('LREM', queue, 0, gone[1])", ""],
  ].map(([before = "", after = ""]) => ({
    scripts: FORCE,
    before,
    after,
    reason: "When one is gone here, it is the first, and has neither score nor last try any more: it is swept.",
  })),
  {
    scripts: ACQUIRE,
    before: "if not now then read_time() end",
    after: "if now then read_time() end",
    reason: "Here the time has always been read before.",
  },
  {
    scripts: ACQUIRE,
    before: "if call('PTTL', tries) < tries_life_ms then call('PEXPIRE', tries, digits(tries_life_ms)) end",
    after: "if call('PTTL', tries) <= tries_life_ms then call('PEXPIRE', tries, digits(tries_life_ms)) end",
    reason: "Equal lives: set to what it is.",
  },
  {
    scripts: ACQUIRE,
    before: "score = (tail and call('ZSCORE', scores, tail) or now + math.max(left, 0)) + patience_ms",
    after: "score = (tail and call('ZSCORE', scores, tail) or now + math.max(left, 1)) + patience_ms",
    reason: "Off by a millisecond.",
  },
  {
    scripts: ACQUIRE,
    before: "if not score or score < full - patience_ms + LEAST_AHEAD_MS then score = full end",
    after: "if not score or score <= full - patience_ms + LEAST_AHEAD_MS then score = full end",
    reason: "A millisecond, once in a patience.",
  },
  ...["head_until + 2 - now", "head_until + 0 - now"].map((after) => ({
    scripts: ACQUIRE,
    before: BUSY,
    after: BUSY.replace("head_until + 1 - now", after),
    reason: "Off by a millisecond.",
  })),
];
