// A world and its decoded copy have the same successors, so that the codec loses nothing relevant. Otherwise the
// exploration would miss worlds.
import { expect, it } from "vitest";
import { Codec } from "./codec.ts";
import { eventsOf } from "./events.ts";
import { NOTHING } from "./guards.ts";
import type { Scenario } from "./scenario.ts";
import { step } from "./step.ts";
import { randomFrom, randomScenario, walk } from "./walk.ts";
import type { World } from "./world.ts";

const STEPS = 10_000;

it("worlds with the same encoding have the same successors", () => {
  let steps = 0;
  for (let seed = 1; steps < STEPS; seed += 1) {
    const random = randomFrom(seed);
    const scenario = randomScenario(random, seed % 2 === 0);
    const codec = new Codec(scenario);
    for (const { world } of walk(scenario, random, STEPS)) {
      steps += 1;
      const left = codec.decode(codec.encode(world).slice());
      expect(text(codec, left)).toBe(text(codec, world));
      expect(followers(left, scenario, codec), `seed ${seed}`).toEqual(followers(world, scenario, codec));
    }
  }
});

function followers(world: World, scenario: Scenario, codec: Codec): string[] {
  const next = eventsOf(world, scenario, NOTHING).map((event) => {
    const { world: after, violation } = step(world, event, scenario, NOTHING);
    return text(codec, after) + (violation ?? "");
  });
  return [...new Set(next)].sort();
}

function text(codec: Codec, world: World): string {
  return Buffer.from(codec.encode(world)).toString("hex");
}
