// The model of waiters that stand in the list of a lock: everything that can happen to a few clients, up to a number of
// worlds; random walks; and the same walks on a real Redis. `npm run test:full -- model` goes further.
import { describe, expect, it } from "vitest";
import { shortOrFull } from "../../support/exhaustive.ts";
import { itMatches, stepsOr } from "./matches.ts";
import { GrantCodec } from "./standing/codec.ts";
import { standingRequests } from "./standing/compare.ts";
import { eventsOf } from "./standing/events.ts";
import { BREAKS, GRANT_GUARDS, type GrantGuard, isGrantGuard, NO_GUARD_LESS } from "./standing/guards.ts";
import type { GrantViolation } from "./standing/judge.ts";
import type { GrantScenario } from "./standing/scenario.ts";
import { GRANT_SCENARIOS, grantScenario } from "./standing/scenarios.ts";
import { searchGrants } from "./standing/search.ts";
import { step } from "./standing/step.ts";
import { randomGrants, walkGrants } from "./standing/walk.ts";
import type { World } from "./standing/world.ts";
import { type Random, randomFrom } from "./walk.ts";

const MOST_WORLDS = shortOrFull(20_000, 500_000);
const STEPS = shortOrFull(200_000, 5_000_000);
const MOST_STEPS = 1_000_000;
const CODED_STEPS = 5_000;
const COMPARED_STEPS = stepsOr(shortOrFull(10_000, 50_000));
const LONGEST_WALK = 400;

/** All must occur, or the walks miss a part of the model. */
const ENDS = ["released", "free", "taken", "refused", "lost", "stolen"];
const ANSWERS = [
  ...["held", "busy", ...ENDS].map((answer) => `acquire: ${answer}`),
  ...["renewed", "released", "lost", "stolen"].map((answer) => `renew: ${answer}`),
  ...["released", "released, granted", "free", "taken", "stolen"].map((answer) => `release: ${answer}`),
  ...["released, granted", ...ENDS].map((answer) => `cancel: ${answer}`),
  ...["released", "released, passed"].map((answer) => `pass: ${answer}`),
  ...["freed", "stood", "granted", "next", "try"].map((message) => `message: ${message}`),
];

describe("the first worlds, nearest first, break no promise:", () => {
  it.each(GRANT_SCENARIOS)("$name", (scenario) => {
    const { violation, story, states, complete } = searchGrants(scenario, NO_GUARD_LESS, MOST_WORLDS);
    expect({ violation, story }).toEqual({ violation: undefined, story: [] });
    expect(complete || states > MOST_WORLDS).toBe(true);
  });
});

it.each([
  ["lossy", false],
  ["lossless", true],
] as const)(`${STEPS} steps of random walks of a %s network break no promise`, (_, isLossless) => {
  expect(walked((random) => randomGrants(random, isLossless), STEPS)).toBeUndefined();
});

it("worlds with the same encoding have the same successors", () => {
  let steps = 0;
  for (let seed = 1; steps < CODED_STEPS; seed += 1) {
    const random = randomFrom(seed);
    const scenario = randomGrants(random, seed % 3 === 0);
    const codec = new GrantCodec(scenario, NO_GUARD_LESS);
    for (const { world, violation } of walkGrants(scenario, random, LONGEST_WALK)) {
      steps += 1;
      expect(violation).toBeUndefined();
      const copy = codec.decode(codec.encode(world).slice());
      expect(followers(copy, scenario, codec), `seed ${seed}`).toEqual(followers(world, scenario, codec));
    }
  }
});

describe("walks break a promise without the guard:", () => {
  it.each(Object.entries(GRANT_GUARDS))("%s: %s", (guard) => {
    if (!isGrantGuard(guard)) throw new Error("unreachable");
    const [scenario, violation] = BREAKS[guard];
    expect(walked(() => grantScenario(scenario), MOST_STEPS, guard)).toBe(violation);
  });
});

itMatches(
  `${COMPARED_STEPS} steps of random walks match the scripts in reply, hash, lease, states, list, flag and messages`,
  standingRequests,
  COMPARED_STEPS,
  ANSWERS,
);

/** Returns the first violation, within so many steps. */
function walked(
  scenario: (random: Random) => GrantScenario,
  most: number,
  guard?: GrantGuard,
): GrantViolation | undefined {
  const without = guard === undefined ? NO_GUARD_LESS : new Set([guard]);
  let steps = 0;
  for (let seed = 1; steps < most; seed += 1) {
    const random = randomFrom(seed);
    for (const { violation } of walkGrants(scenario(random), random, LONGEST_WALK, without)) {
      steps += 1;
      if (violation !== undefined) return violation;
    }
  }
  return undefined;
}

function followers(world: World, scenario: GrantScenario, codec: GrantCodec): string[] {
  const next = eventsOf(world, scenario, NO_GUARD_LESS).map((event) => {
    const { world: after, violation } = step(world, event, scenario, NO_GUARD_LESS);
    return Buffer.from(codec.encode(after)).toString("hex") + (violation ?? "");
  });
  // A message that changes nothing may be left out.
  next.push(Buffer.from(codec.encode(world)).toString("hex"));
  return [...new Set(next)].sort();
}
