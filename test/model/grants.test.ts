// The model of grants by message: everything that can happen to a few clients, up to a number of worlds, and random
// walks of its scripts on a real Redis. `npm run test:model` searches further.
import { expect, it } from "vitest";
import { grants } from "./grants/compare.ts";
import { GUARDS } from "./grants/guards.ts";
import type { Guard } from "./grants/redis.ts";
import { SCENARIOS } from "./grants/scenario.ts";
import { search, walks } from "./grants/search.ts";
import { walkAll } from "./harness.ts";
import { OwnRedis } from "./own-redis.ts";

const MOST_WORLDS = 10_000;
const WALKS = 100;
const SEED = 1;

it.each(SCENARIOS)("no client believes in a hold that is gone, and no lock is lost: $name", (scenario) => {
  const { worlds, wrong, way } = search(scenario, MOST_WORLDS);
  expect({ wrong, way }).toEqual({ wrong: undefined, way: [] });
  expect(worlds).toBeGreaterThan(1_000);
});

it.each(SCENARIOS)("random walks to the end find nothing wrong: $name", (scenario) => {
  const { steps, wrong, way } = walks(scenario, SEED, WALKS);
  expect({ wrong, way }).toEqual({ wrong: undefined, way: [] });
  expect(steps).toBeGreaterThan(WALKS);
});

it.each(Object.keys(GUARDS) as Guard[])("each guard is needed: %s", { timeout: 60_000 }, (guard) => {
  const [scenario, wrong] = GUARDS[guard];
  expect(search(scenario, 500_000, guard).wrong).toBe(wrong);
  expect(search(scenario, MOST_WORLDS).wrong).toBeUndefined();
});

it("the scripts do what the model does, in 10,000 steps", { timeout: 120_000 }, async () => {
  await using redis = await OwnRedis.start();
  const { steps, failure, answers } = await walkAll(await grants.on(redis), SEED, 10_000, grants.together);
  expect(failure).toBeUndefined();
  expect(steps).toBeGreaterThanOrEqual(10_000);
  expect(answers.size).toBeGreaterThan(15);
});
