// The promises of the plain lock hold in the model, whatever happens to requests.
import { shortOrFull } from "../../../support/exhaustive.ts";
import { itKeepsPromises } from "../harness/keeps-promises.ts";
import { lockSpace } from "./space.ts";

itKeepsPromises(lockSpace, {
  worlds: shortOrFull(5_000, 500_000),
  steps: shortOrFull(50_000, 5_000_000),
  codedSteps: 10_000,
});
