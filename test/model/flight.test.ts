// A single flight does what its model does, whatever becomes of its requests.
import { expect, it } from "vitest";
import { walkFlights } from "./flight.ts";

const STEPS = 1_000;
// Other walks: WALK_SEED=1000000.
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** Each of these must have been seen, or the walks do not go where they should. */
const ANSWERS = [
  ...["held", "busy", "found", "ended refused", "ended released"].map((answer) => `flight/acquire: ${answer}`),
  ...["released", "free", "taken"].map((end) => `flight/finish: ended ${end}`),
];

it(`${STEPS} steps of random walks: one runs it, and what is served was stored by one who did, and is not old`, async () => {
  const { compared, answers, failure } = await walkFlights(FIRST_SEED, STEPS);
  if (failure !== undefined) expect.fail(failure);
  expect(compared).toBeGreaterThanOrEqual(STEPS);
  expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
});
