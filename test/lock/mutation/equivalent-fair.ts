// Equivalent mutants of the fair lock's scripts, with reasons.
import type { Equivalent } from "./equivalent.ts";

const ACQUIRES = ["fair/acquire", "fair/acquire-standing"];
const ALL = [...ACQUIRES, "fair/release", "fair/force-release"];

const SOME_NEARER = "if nearer_ms > 0 and score_of[waiter] then";
const SOME_MOVING = "waiters = (#moving > 0 or many > MOST_SINGLE) and read('LRANGE', queue, 0, -1)";
const ONE_LEAVES = "leave({ [owner] = true }, 1)";
const A_DAY = "if known and known < now - A_DAY_MS then known = nil end";
const THEFT = "if not state or string.sub(state, 1, 1) == '!' or place > MOST_LOOKED then return 0 end";
const SOME_GONE = "elseif #gone > 1 then";

export const equivalentFair: readonly Equivalent[] = [
  {
    scripts: ALL,
    before: "for at = #near, 1, -1 do table.insert(before, near[at]) end",
    reason:
      "Only the command that takes the write back has these scores: test/lock/lua/refused-commands.test.ts judges it.",
  },
  {
    scripts: ALL,
    before: SOME_NEARER,
    after: SOME_NEARER.replace("> 0", "> 1"),
    reason: "It is 0, or a patience or more.",
  },
  {
    scripts: ["fair/force-release"],
    before: SOME_NEARER,
    after: SOME_NEARER.replace("> 0", ">= 0"),
    reason: "Here the first of the queue leaves, and all others are behind it.",
  },
  {
    scripts: ALL,
    before: "call('LREM', queue, 0, gone[1])",
    after: "call('LREM', queue, 1, gone[1])",
    reason: "Of one that stands in the queue twice, both places are in the list.",
  },
  {
    scripts: ALL,
    before: SOME_MOVING,
    after: SOME_MOVING.replace("> 0", "> 1"),
    reason: "It has two entries for each waiter.",
  },
  ...["2", "0"].map((many) => ({
    scripts: [...ACQUIRES, "fair/release"],
    before: ONE_LEAVES,
    after: ONE_LEAVES.replace("1)", `${many})`),
    reason: "The number is compared with a greater one only.",
  })),
  ...["> 0", ">= 1"].map((after) => ({
    scripts: ALL,
    before: SOME_GONE,
    after: SOME_GONE.replace("> 1", after),
    reason: "When one is gone, this is not asked.",
  })),
  {
    scripts: ACQUIRES,
    before: A_DAY,
    after: A_DAY.replace("known <", "known <="),
    reason: "A day to the millisecond.",
  },
  {
    scripts: ACQUIRES,
    before: "if until_ms > now then return head, until_ms, tried ~= nil end",
    after: "if until_ms > now then return head, until_ms, tried == nil end",
    reason: "Only the scripts that free the lock ask whether the first waiter is ours.",
  },
  {
    scripts: ["fair/acquire-standing"],
    before: THEFT,
    after: THEFT.replace("state, 1, 1", "state, 0, 1"),
    reason: "Lua takes a start before the first character as the first.",
  },
  {
    scripts: ALL,
    before: "local until_ms = tried and tried + SILENT_MS or score or 0",
    after: "local until_ms = tried and tried + SILENT_MS or score or 1",
    reason: "It has passed, in 1970.",
  },
];
