// Equivalent mutants of the read/write scripts, with reasons.
import type { Equivalent } from "./equivalent.ts";

const TIMEOUTS = ["lib/read-holds"];

const TIMEOUT_KEYS = "for n = 1, math.min(count, MOST_WALKED) do keys[n] = timeout_key(owner, n) end";
const MOVES = "if n < count and last_ms > 0 and (covers or last_ms > gone_ms) then";

export const equivalentReadWrite: readonly Equivalent[] = [
  {
    scripts: ["lib/reads"],
    before: "local left = mode and read('PTTL', lock) or -2",
    after: "local left = mode and read('PTTL', lock) or -1",
    reason: "Less than any lease either way.",
  },
  {
    scripts: ["read-write/acquire-write"],
    before: "local reader = string.sub(owner, 1, -7)",
    after: "local reader = string.sub(owner, 0, -7)",
    reason: "Lua takes a start before the first character as the first.",
  },
  {
    scripts: ["lib/reads"],
    before: MOVES,
    after: MOVES.replace("last_ms > gone_ms", "last_ms >= gone_ms"),
    reason: "A key before the last one that does not cover the hold is taken only when it is shorter.",
  },
  {
    scripts: TIMEOUTS,
    before: TIMEOUT_KEYS,
    after: TIMEOUT_KEYS.replace("n = 1", "n = 0"),
    reason: "Nothing reads a list before its first place.",
  },
  {
    scripts: TIMEOUTS,
    before: "lives[key] = ms or -2",
    after: "lives[key] = ms or -1",
    reason: "A key that was deleted has no time left either way.",
  },
  ...[
    {
      before: "local size, open = read('HLEN', lock), 'free'",
      after: "local size, open = read('HLEN', lock), 'other'",
    },
    {
      before: "if live_with_readers(size) then open = 'read' end",
      after: "if live_with_readers(size) then open = 'write' end",
    },
  ].map((change) => ({
    ...change,
    scripts: ["lib/writes"],
    reason: "Only the fair lock tells its waiters so: its walks judge this file, too.",
  })),
  ...["2", "0"].map((place) => ({
    scripts: TIMEOUTS,
    before: "local at, left, covers = 1, math.huge, false",
    after: `local at, left, covers = ${place}, math.huge, false`,
    reason: "The first key that is looked at takes its place.",
  })),
  ...["if longest >= 0 then", "if true then"].map((after) => ({
    scripts: TIMEOUTS,
    before: "if longest > 0 then",
    after,
    reason: "It is 0 at the least; a lease of 0 frees the lock, too.",
  })),
];
