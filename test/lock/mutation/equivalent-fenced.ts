// Equivalent mutants of the fenced lock's script, with reasons.
import type { Equivalent } from "./equivalent.ts";

export const equivalentFenced: readonly Equivalent[] = [
  {
    scripts: ["fenced/acquire"],
    before: "if not record then latest = latest_token() end",
    after: "if record then latest = latest_token() end",
    reason:
      "A passed owner has read it already; a new one gets there only when a lease ends while the script runs: fenced-clock.test.ts.",
  },
  ...[
    {
      before: "local latest = record and hold_mark == '' and latest_token()",
      after: "local latest = record and hold_mark ~= '' and latest_token()",
    },
    {
      before:
        "if record then return read('EXISTS', lock, owner_state, record) == 0 and take_with_token(latest_token()) end",
    },
  ].map((change) => ({
    ...change,
    scripts: ["fenced/acquire-standing"],
    reason: "Only new owners stand, and they have no record.",
  })),
];
