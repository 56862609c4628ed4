// Equivalent mutants of the scripts that end or renew all holds of one owner, with reasons.
import type { Equivalent } from "./equivalent.ts";

const COUNT = "return count and tonumber(count)";
const ONE_AT_A_TIME = ["owner/release", "owner/release-queued", "owner/release-writes", "owner/release-queued-writes"];

export const equivalentOwner: readonly Equivalent[] = [
  {
    scripts: [...ONE_AT_A_TIME, "owner/renew"],
    before: COUNT,
    after: COUNT.replace("and", "or"),
    reason: "The script asks only whether there is a count.",
  },
  {
    scripts: ["owner/renew-reads", "owner/release-reads", "owner/release-queued-reads"],
    before: COUNT,
    after: COUNT.replace("and", "or"),
    reason: "Lua converts the text of a number where a loop ends, and in math.min.",
  },
];
