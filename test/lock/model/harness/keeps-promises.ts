// The tests of a model alone: its search, its walks, its encoding, and each of its guards.
import { describe, expect, it } from "vitest";
import { search } from "./search.ts";
import { type Reached, type Space, type SpaceModel, scenarioNamed, walks } from "./space.ts";

// A violation without a guard is found within these.
const MOST_STEPS = 3_000_000;
const MOST_WORLDS = 1_000_000;

interface Extent {
  /** Of each scenario, nearest first. */
  readonly worlds: number;
  /** Of random walks. */
  readonly steps: number;
  /** Of walks whose worlds are encoded and decoded. */
  readonly codedSteps: number;
}

export function itKeepsPromises<
  Scenario extends { readonly name: string },
  Guard extends string,
  World,
  Event,
  Next extends Reached<World>,
>(model: SpaceModel<Scenario, Guard, World, Event, Next>, { worlds, steps, codedSteps }: Extent): void {
  describe(`${model.name}: the first ${worlds} worlds, nearest first, break no promise:`, () => {
    it.each(model.scenarios)("$name", (scenario) => {
      const { violation, story, states, complete } = search(model.in(scenario, new Set()), worlds);
      expect({ violation, story }).toEqual({ violation: undefined, story: [] });
      expect(complete || states > worlds).toBe(true);
    });
  });

  it(`${model.name}: ${steps} steps of random walks break no promise`, () => {
    expect(firstViolation(model, steps, new Set())).toBeUndefined();
  });

  // Otherwise the search would miss worlds.
  it(`${model.name}: worlds with the same encoding have the same successors`, () => {
    for (const { world, space } of walks(model, codedSteps)) {
      const copy = space.decode(space.encode(world).slice());
      expect(followers(space, copy)).toEqual(followers(space, world));
    }
  });
}

/** Tests that the model breaks a promise without each of its guards. */
export function itNeedsGuards<
  Scenario extends { readonly name: string },
  Guard extends string,
  World,
  Event,
  Next extends Reached<World>,
>(model: SpaceModel<Scenario, Guard, World, Event, Next>): void {
  const { breaks, guards } = model;
  const each = Object.keys(guards).filter((guard): guard is Guard => guard in breaks);

  it(`${model.name}: each guard has its violation`, () => {
    expect(each).toEqual(Object.keys(guards));
  });

  describe(`${model.name} without`, () => {
    it.each(each)("%s", (guard) => {
      const { violation, in: name, isSearched } = breaks[guard];
      const without = new Set([guard]);
      const scenario = name === undefined ? undefined : scenarioNamed(model, name);
      const bySearch = isSearched && scenario !== undefined;
      const found = bySearch
        ? search(model.in(scenario, without), MOST_WORLDS).violation
        : firstViolation(model, MOST_STEPS, without, scenario);
      expect(found).toBe(violation);
    });
  });
}

function firstViolation<
  Scenario extends { readonly name: string },
  Guard extends string,
  World,
  Event,
  Next extends Reached<World>,
>(
  model: SpaceModel<Scenario, Guard, World, Event, Next>,
  most: number,
  without: ReadonlySet<Guard>,
  scenario?: Scenario,
): string | undefined {
  for (const { violation } of walks(model, most, without, scenario)) if (violation !== undefined) return violation;
  return undefined;
}

function followers<World, Event, Next extends Reached<World>>(
  space: Space<World, Event, Next>,
  world: World,
): string[] {
  const next = space.eventsOf(world).map((event) => {
    const { world: after, violation } = space.step(world, event);
    return Buffer.from(space.encode(after)).toString("hex") + (violation ?? "");
  });
  // An event that changes nothing may be left out.
  next.push(Buffer.from(space.encode(world)).toString("hex"));
  return [...new Set(next)].sort();
}
