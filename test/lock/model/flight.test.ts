// A single flight matches its model, whatever happens to its requests.
import { singleFlight } from "./flight.ts";
import { itMatches, stepsOr } from "./matches.ts";

const STEPS = stepsOr(1_000);

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "found", "ended refused", "ended released"].map((answer) => `flight/acquire: ${answer}`),
  ...["released", "free", "taken"].map((end) => `flight/finish: ended ${end}`),
];

itMatches(
  `${STEPS} steps of random walks have one runner, and serve only results that a runner stored and that have not expired`,
  singleFlight,
  STEPS,
  ANSWERS,
);
