// A single flight matches its model, whatever happens to its requests.
import { expect, it } from "vitest";
import { walkFlights } from "./flight.ts";

const STEPS = 1_000;
// Other walks: WALK_SEED=1000000.
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "found", "ended refused", "ended released"].map((answer) => `flight/acquire: ${answer}`),
  ...["released", "free", "taken"].map((end) => `flight/finish: ended ${end}`),
];

it(`${STEPS} steps of random walks have one runner, and serve only results that a runner stored and that have not expired`, async () => {
  const { compared, answers, failure } = await walkFlights(FIRST_SEED, STEPS);
  if (failure !== undefined) expect.fail(failure);
  expect(compared).toBeGreaterThanOrEqual(STEPS);
  expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
});
