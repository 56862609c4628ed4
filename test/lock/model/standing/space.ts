// The model of waiters that stand in the list of a lock.
import type { Random } from "../harness/random.ts";
import type { SpaceModel, WalkStep as StepOf } from "../harness/space.ts";
import { GrantCodec } from "./codec.ts";
import { type Event, eventsOf } from "./events.ts";
import { BREAKS, GRANT_GUARDS, type GrantGuard } from "./guards.ts";
import { GRANT_VIOLATIONS } from "./judge.ts";
import { randomGrants } from "./random-scenario.ts";
import type { GrantScenario } from "./scenario.ts";
import { GRANT_SCENARIOS, REDUCED_SCENARIOS } from "./scenarios.ts";
import { type Step, step } from "./step.ts";
import { describe } from "./story.ts";
import { newWorld, type World } from "./world.ts";

export type WalkStep = StepOf<World, Event, Step>;

export const standingSpace: SpaceModel<GrantScenario, GrantGuard, World, Event, Step> = {
  name: "standing requests",
  scenarios: GRANT_SCENARIOS,
  reduced: REDUCED_SCENARIOS,
  // One in three loses nothing.
  randomScenario: (random, seed) => randomGrants(random, seed % 3 === 0),
  guards: GRANT_GUARDS,
  breaks: BREAKS,
  violations: GRANT_VIOLATIONS,
  in(scenario, without) {
    const codec = new GrantCodec(scenario, without);
    return {
      first: newWorld(scenario),
      encode: (world) => codec.encode(world),
      decode: (bytes) => codec.decode(bytes),
      eventsOf: (world) => eventsOf(world, scenario, without),
      draw,
      step: (world, event) => step(world, event, scenario, without),
      describe,
    };
  },
};

/** Half of the draws are for a working network, and few are for time: with even draws, few holds would last. */
function draw(events: readonly Event[], random: Random): Event | undefined {
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
