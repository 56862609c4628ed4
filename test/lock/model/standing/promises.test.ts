// The promises to waiters that stand in the list of a lock hold in the model. Every rule is necessary.
import { shortOrFull } from "../../../support/exhaustive.ts";
import { itKeepsPromises, itNeedsGuards } from "../harness/keeps-promises.ts";
import { standingSpace } from "./space.ts";

itKeepsPromises(standingSpace, {
  worlds: shortOrFull(20_000, 500_000),
  steps: shortOrFull(400_000, 10_000_000),
  codedSteps: 5_000,
});
itNeedsGuards(standingSpace);
