// The promises of light locks hold in the model, whatever happens to requests. Every rule is necessary.
import { expect, it } from "vitest";
import { itKeepsPromises, itNeedsGuards } from "../harness/keeps-promises.ts";
import { stepsOr } from "../harness/matches.ts";
import { walks } from "../harness/space.ts";
import { lightSpace } from "./space.ts";

const STEPS = stepsOr(300_000);

itKeepsPromises(lightSpace, { worlds: stepsOr(20_000), steps: STEPS, codedSteps: 2_000 });
itNeedsGuards(lightSpace);

it("clients are told each end", () => {
  const told = new Set<string>();
  for (const { world } of walks(lightSpace, STEPS)) for (const client of world.clients) told.add(client.told);
  expect([...told].sort()).toEqual(["", "lost", "released", "unknown"]);
});
