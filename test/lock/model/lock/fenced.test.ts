// The fenced lock's acquire matches the model of the plain lock, and its tokens are valid.

import { itMatches, stepsOr } from "../harness/matches.ts";
import { fencedLock } from "./fenced.ts";

const STEPS = stepsOr(3_000);

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = ["held", "busy", "released", "still:1", "free", "taken", "refused", "lost"].map(
  (answer) => `acquire: ${answer}`,
);

itMatches(
  `${STEPS} steps of random walks match the plain lock, with tokens that rise from holder to holder`,
  fencedLock,
  STEPS,
  ANSWERS,
);
