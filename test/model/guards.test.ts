// No guard is there for nothing: without it, the model breaks a promise. Seeded random walks find how; what only comes
// about over several leases is searched for.
import { describe, expect, it } from "vitest";
import { GUARDS, type Guard, isGuard } from "./guards.ts";
import type { Violation } from "./judge.ts";
import { scenarioCalled } from "./scenarios.ts";
import { search } from "./search.ts";
import { randomFrom, randomScenario, walk } from "./walk.ts";

const MAX_STEPS = 1_000_000;
const MAX_STATES = 1_000_000;

/** Of each guard, what goes wrong first without it. */
const BREAKS: Record<Guard, Violation> = {
  "reads-end": "granted-after-end",
  "writes-end": "answer-changed",
  "hold-record": "counted-twice",
  "default-grant": "second-life",
  epoch: "foreign-end",
  "reentry-page": "foreign-end",
  "cancel-proves": "foreign-end",
  "renew-asks-hold": "false-yes",
  "reentry-keeps": "false-belief",
  "rest-keeps": "false-belief",
  "valid-from-sending": "false-belief",
  "last-refused": "granted-after-end",
  "renew-lost": "answer-changed",
  "check-lost": "answer-changed",
  "field-is-hold": "counted-twice",
  "no-second-grant": "second-life",
  "release-asks-field": "foreign-end",
  "force-latch": "freed-again",
  "page-life": "foreign-end",
  "page-renewed": "foreign-end",
};

/** These need a scenario of their own. */
const SEARCHED: Partial<Record<Guard, string>> = {
  "reentry-page": "reentry-outlasts-page",
  "page-life": "page-serves-longer-lease",
  "page-renewed": "page-renewed",
};

describe("without", () => {
  it.each(Object.entries(GUARDS))("%s: %s", (guard) => {
    if (!isGuard(guard)) throw new Error("unreachable");
    const scenario = SEARCHED[guard];
    expect(scenario === undefined ? walkedInto(guard) : searched(guard, scenario)).toBe(BREAKS[guard]);
  });
});

function searched(guard: Guard, scenario: string): Violation | undefined {
  return search(scenarioCalled(scenario), new Set([guard]), MAX_STATES).violation;
}

/** Ways out: the first violation, or MAX_STEPS. */
function walkedInto(guard: Guard): Violation | undefined {
  const without = new Set([guard]);
  let steps = 0;
  for (let seed = 1; steps < MAX_STEPS; seed += 1) {
    const random = randomFrom(seed);
    for (const { violation } of walk(randomScenario(random), random, MAX_STEPS, without)) {
      steps += 1;
      if (violation !== undefined) return violation;
    }
  }
  return undefined;
}
