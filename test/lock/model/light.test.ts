// The promises of light locks hold in the model, whatever happens to requests. Every rule is necessary.
import { describe, expect, it } from "vitest";
import {
  LIGHT_GUARDS,
  type LightGuard,
  type LightState,
  type LightViolation,
  lightStart,
  lightSteps,
} from "./light-model.ts";
import { stepsOr } from "./matches.ts";
import { randomFrom } from "./walk.ts";

const STEPS = stepsOr(300_000);
const MOST_STATES = stepsOr(20_000);
const MAX_STEPS = 3_000_000;
const TICKS = 9;

/** The first violation without each rule. */
const BREAKS: Readonly<Record<LightGuard, LightViolation>> = {
  "release-compares": "false-belief",
  "renewal-compares": "false-belief",
  "first-try-counts": "false-belief",
  "null-is-busy": "false-belief",
  "token-per-attempt": "false-end",
  "unknown-after-lease": "false-end",
  "repeated-is-not-lost": "false-end",
};

function isGuard(name: string): name is LightGuard {
  return name in LIGHT_GUARDS;
}

/** Walks from seed to seed. Returns the first violation, and what clients were told. */
function walked(
  without: ReadonlySet<LightGuard>,
  most: number,
): { violation?: LightViolation; told: ReadonlySet<string> } {
  const told = new Set<string>();
  let steps = 0;
  for (let seed = 1; steps < most; seed += 1) {
    const random = randomFrom(seed);
    let state: LightState | undefined = lightStart();
    while (state !== undefined) {
      steps += 1;
      const { violation, clients } = state;
      if (violation !== undefined) return { violation, told };
      for (const { told: what } of clients) told.add(what);
      const next = lightSteps(state, without, TICKS);
      state = next[random(next.length)];
    }
  }
  return { told };
}

it(`${STEPS} steps of random walks have one holder at a time, who is told the truth about the end`, () => {
  const { violation, told } = walked(new Set(), STEPS);
  expect(violation).toBeUndefined();
  expect([...told].sort()).toEqual(["", "lost", "released", "unknown"]);
});

it(`so do the first ${MOST_STATES} states, breadth first`, () => {
  const seen = new Set<string>();
  let level = [lightStart()];
  while (level.length > 0 && seen.size < MOST_STATES) {
    const following: LightState[] = [];
    for (const state of level) {
      for (const next of lightSteps(state, new Set(), TICKS)) {
        expect(next.violation).toBeUndefined();
        next.messages.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
        const text = JSON.stringify(next);
        if (seen.has(text)) continue;
        seen.add(text);
        following.push(next);
      }
    }
    level = following;
  }
  expect(seen.size).toBeGreaterThanOrEqual(MOST_STATES);
});

describe("without", () => {
  it.each(Object.entries(LIGHT_GUARDS))("%s: %s", (guard) => {
    if (!isGuard(guard)) throw new Error("unreachable");
    expect(walked(new Set([guard]), MAX_STEPS).violation).toBe(BREAKS[guard]);
  });
});
