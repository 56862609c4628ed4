// A single flight matches its model, whatever happens to its requests.

import { itMatches, stepsOr } from "../harness/matches.ts";
import { singleFlight } from "./walks.ts";

const STEPS = stepsOr(1_200);

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "found", "refused", "released"].map((answer) => `acquire: ${answer}`),
  ...["released", "free", "taken"].map((end) => `finish: ${end}`),
];

itMatches(
  `${STEPS} steps of random walks have one runner, and serve only results that a runner stored and that have not expired`,
  singleFlight,
  STEPS,
  ANSWERS,
);
