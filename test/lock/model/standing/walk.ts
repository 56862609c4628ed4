// Random walks: a scenario drawn from a seed, and then one possible event after another.
import type { Random } from "../walk.ts";
import { type Event, eventsOf } from "./events.ts";
import { NO_GUARD_LESS, type WithoutGrant } from "./guards.ts";
import type { ClientPlan, GrantScenario, IsolatePlan } from "./scenario.ts";
import { type Step, step } from "./step.ts";
import { newWorld, type World } from "./world.ts";

export interface WalkStep extends Step {
  readonly before: World;
  readonly event: Event;
}

/** Ends when no event is possible, at a violation, or after `maxSteps`. */
export function* walkGrants(
  scenario: GrantScenario,
  random: Random,
  maxSteps: number,
  without: WithoutGrant = NO_GUARD_LESS,
): Generator<WalkStep> {
  let world = newWorld(scenario);
  for (let left = maxSteps; left > 0; left -= 1) {
    const events = eventsOf(world, scenario, without);
    const event = drawn(events, random);
    if (event === undefined) return;
    const next = step(world, event, scenario, without);
    yield { ...next, before: world, event };
    if (next.violation !== undefined) return;
    world = next.world;
  }
}

/** Half of the draws are for a working network, and few are for time: with even draws, few holds would last. */
function drawn(events: readonly Event[], random: Random): Event | undefined {
  const kind = random(8);
  const fit = kind > 3 ? events.filter(isGood) : kind > 0 ? events.filter((event) => !isRare(event)) : events;
  const from = fit.length > 0 ? fit : events;
  return from[random(from.length)];
}

function isGood(event: Event): boolean {
  if (event.kind === "hear" || event.kind === "mail" || event.kind === "pass") return true;
  if (event.kind === "send") return event.op === "acquire" || event.op === "release";
  return event.kind === "run" && event.answered;
}

function isRare({ kind }: Event): boolean {
  return kind === "tick" || kind === "die" || kind === "stop" || kind === "leave";
}

/** Any parameters within the guarantees. `isLossless`: see GrantScenario. */
export function randomGrants(random: Random, isLossless = false): GrantScenario {
  const chance = (oneIn: number): boolean => random(oneIn) === 0;
  const isolates = Array.from({ length: 3 }, (): IsolatePlan => {
    const isOnlyCalled = chance(5);
    return { clock: random(7) - 3, isCounted: !chance(5), mayDie: chance(3), isOnlyCalled };
  });
  const clients = Array.from({ length: 3 + random(2) }, (): ClientPlan => {
    const once = !isLossless && chance(6);
    const steals = once && chance(3);
    return { isolate: random(3), lease: 2 + random(7), once, steals, renewals: random(3) };
  });
  return {
    ...{ name: "random", clients, isolates },
    attempts: isLossless ? 5 : 3 + random(3),
    confirm: 2,
    ticks: isLossless ? 0 : 10,
    duplicates: isLossless ? 0 : random(4),
    javaLocks: chance(3) ? 2 : 0,
    forces: chance(4) ? 1 : 0,
    jumps: 0,
    cuts: isLossless ? 0 : random(2),
    forgeries: isLossless ? 0 : random(3),
    passes: chance(2),
    goesOn: chance(2),
    locksKeys: chance(3),
    untold: 2,
    standing: 6,
    isPrompt: false,
    mostTried: chance(2) ? 2 : 50,
    isLossless,
  };
}
