// Every reachable world of a scenario, nearest first.
import { type Found, type Space, searchIn } from "../search.ts";
import { GrantCodec } from "./codec.ts";
import { type Event, eventsOf } from "./events.ts";
import type { WithoutGrant } from "./guards.ts";
import type { GrantViolation } from "./judge.ts";
import type { GrantScenario } from "./scenario.ts";
import { type Step, step } from "./step.ts";
import { describe } from "./story.ts";
import { newWorld, type World } from "./world.ts";

/** Ends at the first violation, when no world is left, or after more than `maxStates` worlds. */
export function searchGrants(
  scenario: GrantScenario,
  without: WithoutGrant,
  maxStates: number,
  onProgress?: (states: number) => void,
): Found<GrantViolation> {
  const codec = new GrantCodec(scenario, without);
  const space: Space<World, Event, Step> = {
    first: newWorld(scenario),
    encode: (world) => codec.encode(world),
    decode: (bytes) => codec.decode(bytes),
    eventsOf: (world) => eventsOf(world, scenario, without),
    step: (world, event) => step(world, event, scenario, without),
    describe,
  };
  return searchIn(space, maxStates, onProgress);
}
