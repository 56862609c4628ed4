// Mutants of the fenced lock's script that are the same script, and why.
import type { Equivalent } from "./equivalent.ts";

export const equivalentFenced: readonly Equivalent[] = [
  {
    scripts: ["fenced/acquire"],
    before: "if string.find(latest, '%D') then error('the latest token of this lock is not a number') end",
    after: "if string.find(latest, '%D') then error('the latest token of this lock is a number') end",
    reason: "The words of the error.",
  },
];
