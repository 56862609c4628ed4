// Equivalent mutants of the scripts that steal a lock, and of lines about thefts, with reasons.
import type { Equivalent } from "./equivalent.ts";

const DRAW = "for _, field in ipairs(read('HRANDFIELD', lock, MOST_ROBBED + 1)) do";
const PLAIN = ["lock/steal", "fenced/steal"];

export const equivalentSteal: readonly Equivalent[] = [
  { scripts: PLAIN, before: DRAW, reason: "A plain lock has one field." },
  {
    scripts: ["read-write/steal-write"],
    before: DRAW,
    after: DRAW.replace("+ 1", "+ 2"),
    reason: "One reader more is marked. A mark is information, and Redis draws the readers at random.",
  },
  {
    scripts: ["lock/acquire"],
    before: "if string.sub(epoch, 1, 1) == '!' then epoch = hold end",
    after: "if string.sub(epoch, 0, 1) == '!' then epoch = hold end",
    reason: "Lua takes a start before the first character as the first.",
  },
  {
    scripts: PLAIN,
    before: "if field ~= 'mode' or mode == 'plain' then",
    after: "if field == 'mode' or mode == 'plain' then",
    reason: "The script refuses a lock with a mode before.",
  },
];
