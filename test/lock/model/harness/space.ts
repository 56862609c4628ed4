// A model of a protocol alone, without Redis: its worlds, the events that are possible in them, and the promises that no
// event may break.
import { type Random, randomFrom } from "./random.ts";

// More steps than most walks have before no event is possible.
const LONGEST_WALK = 400;

/** The result of an event. */
export interface Reached<World, Wrong extends string = string> {
  readonly world: World;
  /** The broken promise. */
  readonly violation: Wrong | undefined;
}

/** All worlds of one scenario. */
export interface Space<World, Event, Next extends Reached<World>> {
  readonly first: World;
  /** Equivalent worlds have the same bytes, which are valid until the next call. */
  encode(world: World): Uint8Array;
  decode(bytes: Uint8Array): World;
  /** In an order that depends on the world alone. */
  eventsOf(world: World): readonly Event[];
  /** Draws an event for a walk. With even draws, few clients would make progress. */
  draw(events: readonly Event[], random: Random): Event | undefined;
  step(world: World, event: Event): Next;
  /** Returns a line. `world`: before the event. */
  describe(world: World, event: Event, next: Next): string;
}

/** The first violation without a guard, and where it is found. By default, random walks find it. */
export interface Break<Wrong> {
  readonly violation: Wrong;
  /** The scenario, if the violation is rare in random ones. */
  readonly in?: string;
  /** It is rare in walks: a search finds it. */
  readonly isSearched?: true;
}

export interface SpaceModel<
  Scenario extends { readonly name: string },
  Guard extends string,
  World,
  Event,
  Next extends Reached<World>,
> {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  /** Scenarios that are small enough to be explored to the end. */
  readonly reduced?: readonly Scenario[];
  /** Draws a scenario within the guarantees. Seeds may have scenarios of several kinds. */
  randomScenario(random: Random, seed: number): Scenario;
  /** The rules of the protocol. The model can run without any of them, to show that each is necessary. */
  readonly guards: Readonly<Record<Guard, string>>;
  readonly breaks: Readonly<Record<Guard, Break<NonNullable<Next["violation"]>>>>;
  readonly violations: Readonly<Record<NonNullable<Next["violation"]>, string>>;
  in(scenario: Scenario, without: ReadonlySet<Guard>): Space<World, Event, Next>;
}

/** A step of a walk. */
export type WalkStep<World, Event, Next> = Next & { readonly before: World; readonly event: Event };

/** Ends when no event is possible, at a violation, or after `most` steps. */
export function* walk<World, Event, Next extends Reached<World>>(
  space: Space<World, Event, Next>,
  random: Random,
  most: number = LONGEST_WALK,
): Generator<WalkStep<World, Event, Next>> {
  let world = space.first;
  for (let left = most; left > 0; left -= 1) {
    const event = space.draw(space.eventsOf(world), random);
    if (event === undefined) return;
    const next = space.step(world, event);
    yield { ...next, before: world, event };
    if (next.violation !== undefined) return;
    world = next.world;
  }
}

/** Takes these events again, without those that are not possible any more. */
export function replayed<World, Event, Next extends Reached<World>>(
  space: Space<World, Event, Next>,
  events: readonly Event[],
): WalkStep<World, Event, Next>[] {
  const steps: WalkStep<World, Event, Next>[] = [];
  let world = space.first;
  for (const each of events) {
    const text = JSON.stringify(each);
    const event = space.eventsOf(world).find((possible) => JSON.stringify(possible) === text);
    if (event === undefined) continue;
    const next = space.step(world, event);
    steps.push({ ...next, before: world, event });
    if (next.violation !== undefined) break;
    world = next.world;
  }
  return steps;
}

/** Walks from seed to seed, at least so many steps. `scenario`: that of all walks, instead of random ones. */
export function* walks<
  Scenario extends { readonly name: string },
  Guard extends string,
  World,
  Event,
  Next extends Reached<World>,
>(
  model: SpaceModel<Scenario, Guard, World, Event, Next>,
  atLeast: number,
  without: ReadonlySet<Guard> = new Set(),
  scenario?: Scenario,
): Generator<WalkStep<World, Event, Next> & { readonly space: Space<World, Event, Next> }> {
  let steps = 0;
  for (let seed = 1; steps < atLeast; seed += 1) {
    const random = randomFrom(seed);
    const space = model.in(scenario ?? model.randomScenario(random, seed), without);
    for (const step of walk(space, random)) {
      steps += 1;
      yield { ...step, space };
    }
  }
}

/** Returns the scenario of this name. */
export function scenarioNamed<Scenario extends { readonly name: string }>(
  { scenarios }: { readonly scenarios: readonly Scenario[] },
  name: string,
): Scenario {
  const scenario = scenarios.find((known) => known.name === name);
  if (scenario === undefined) throw new Error(`scenarios: ${scenarios.map((known) => known.name).join(", ")}`);
  return scenario;
}

/** Returns the set without this guard. */
export function guardNamed<Guard extends string>(
  { guards }: { readonly guards: Readonly<Record<Guard, string>> },
  name: string,
): ReadonlySet<Guard> {
  const known = Object.keys(guards).filter((guard): guard is Guard => guard === name);
  if (known.length === 0) throw new Error(`guards: ${Object.keys(guards).join(", ")}`);
  return new Set(known);
}
