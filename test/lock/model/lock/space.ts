// The model of the plain lock: what may happen to a few holds, their requests and Redis.
import type { Random } from "../harness/random.ts";
import type { SpaceModel, WalkStep as StepOf } from "../harness/space.ts";
import { Codec } from "./codec.ts";
import { type Event, eventsOf } from "./events.ts";
import { BREAKS, GUARDS, type Guard } from "./guards.ts";
import { VIOLATIONS } from "./judge.ts";
import { randomScenario } from "./random-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";
import { type Step, step } from "./step.ts";
import { describe } from "./story.ts";
import { newWorld, type World } from "./world.ts";

export type WalkStep = StepOf<World, Event, Step>;

export const lockSpace: SpaceModel<Scenario, Guard, World, Event, Step> = {
  name: "lock",
  scenarios: SCENARIOS,
  randomScenario: (random, seed) => randomScenario(random, seed % 4 < 2, seed % 3 === 0),
  guards: GUARDS,
  breaks: BREAKS,
  violations: VIOLATIONS,
  in(scenario, without) {
    const codec = new Codec(scenario);
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

/** Half of the draws are for a working network: with even draws, few clients would make progress. */
function draw(events: readonly Event[], random: Random): Event | undefined {
  const kind = random(4);
  const good = kind > 1 ? [] : events.filter(isGood);
  const from = good.length > 0 ? good : events;
  return from[random(from.length)];
}

function isGood(event: Event): boolean {
  return event.kind === "hear" || event.kind === "pass" || (event.kind === "run" && event.answered);
}
