// The scripts of the permit-expirable semaphore follow its rules: random walks, each step compared on a real Redis,
// beside Redisson's own operations.
import { describe } from "vitest";
import { itMatches, stepsOr } from "../harness/matches.ts";
import { permitExpirable } from "./walk.ts";

const STEPS = stepsOr(4_800);

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "released", "lost", "refused", "unset"].map((end) => `acquire: ${end}`),
  ...["released", "lost", "refused"].map((end) => `release: ${end}`),
  ...["renewed", "lost", "released"].map((end) => `renew: ${end}`),
  ...["counted", "lost"].map((end) => `check: ${end}`),
  ...["list: true", "list: false", "set: true", "set: false", "status: told"],
];

describe.each([
  ["all", false],
  ["few", true],
] as const)("when a script takes back %s expired leases", (_, sweepsFew) => {
  itMatches(
    "random walks match the model in reply, permits, leases, records and messages, and M10 is 0",
    permitExpirable(sweepsFew),
    STEPS,
    ANSWERS,
  );
});
