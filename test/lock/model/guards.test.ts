// Every guard is necessary: without it, the model breaks a promise. Seeded random walks find out how, some in a
// scenario of their own. A search finds rare violations.
import { describe, expect, it } from "vitest";
import { GUARDS, type Guard, isGuard } from "./guards.ts";
import type { Violation } from "./judge.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioCalled } from "./scenarios.ts";
import { search } from "./search.ts";
import { type Random, randomFrom, randomScenario, walk } from "./walk.ts";

const MAX_STEPS = 1_000_000;
const MAX_STATES = 1_000_000;

/** The first violation without each guard. */
const BREAKS: Record<Guard, Violation> = {
  "reads-end": "answer-changed",
  "writes-end": "foreign-end",
  "hold-record": "false-no",
  "default-grant": "left-behind",
  epoch: "false-yes",
  "reentry-page": "foreign-end",
  "cancel-proves": "foreign-end",
  "renew-asks-hold": "answer-changed",
  "reentry-keeps": "false-belief",
  "rest-keeps": "false-belief",
  "valid-from-sending": "false-belief",
  "grant-of-its-try": "false-belief",
  "busy-of-this-try": "left-by-done",
  "yes-of-this-try": "false-belief",
  "last-refused": "answer-changed",
  "quick-asks-page": "false-no",
  "quick-asks-lock": "answer-changed",
  "quick-new-owner": "answer-changed",
  "quick-last": "answer-changed",
  "renew-lost": "answer-changed",
  "check-lost": "answer-changed",
  "field-is-hold": "counted-twice",
  "no-second-grant": "second-life",
  "release-asks-field": "foreign-end",
  "force-latch": "freed-again",
  "page-life": "foreign-end",
  "page-renewed": "foreign-end",
  "rest-page": "foreign-end",
  "record-renewed": "false-no",
  "record-told": "false-no",
  "asks-record": "false-yes",
  "release-again": "foreign-end",
  "first-release": "left-behind",
  "next-page": "granted-after-end",
  "next-cancels": "left-by-done",
  "next-from-sending": "false-belief",
  "pass-tells": "untold",
  "pass-is-silent": "told-in-vain",
  "theft-keeps-end": "answer-changed",
};

/** A rare violation has its own scenario, for walks or for the search. */
const WALKED: Partial<Record<Guard, string>> = {
  "reentry-page": "reentry-outlasts-page",
  "page-life": "page-serves-longer-lease",
  "rest-page": "partial-release-outlasts-page",
  "record-renewed": "nested-hold-only-checks",
  "asks-record": "released-again",
  "release-again": "released-again",
  "grant-of-its-try": "replies-of-earlier-tries",
  "busy-of-this-try": "replies-of-earlier-tries",
  "yes-of-this-try": "replies-of-earlier-tries",
  "next-page": "pass",
  "next-cancels": "pass",
  "next-from-sending": "pass",
  "pass-tells": "pass",
  "pass-is-silent": "pass",
  "theft-keeps-end": "theft-from-two-holds",
};
const SEARCHED: Partial<Record<Guard, string>> = {
  "page-renewed": "page-renewed",
};

describe("without", () => {
  it.each(Object.entries(GUARDS))("%s: %s", (guard) => {
    if (!isGuard(guard)) throw new Error("unreachable");
    const searchedIn = SEARCHED[guard];
    const walkedIn = WALKED[guard];
    const scenario = walkedIn === undefined ? randomScenario : () => scenarioCalled(walkedIn);
    expect(searchedIn === undefined ? walkedInto(guard, scenario) : searched(guard, searchedIn)).toBe(BREAKS[guard]);
  });
});

function searched(guard: Guard, scenario: string): Violation | undefined {
  return search(scenarioCalled(scenario), new Set([guard]), MAX_STATES).violation;
}

/** Ends at the first violation, or after MAX_STEPS. */
function walkedInto(guard: Guard, scenario: (random: Random) => Scenario): Violation | undefined {
  const without = new Set([guard]);
  let steps = 0;
  for (let seed = 1; steps < MAX_STEPS; seed += 1) {
    const random = randomFrom(seed);
    for (const { violation } of walk(scenario(random), random, MAX_STEPS, without)) {
      steps += 1;
      if (violation !== undefined) return violation;
    }
  }
  return undefined;
}
