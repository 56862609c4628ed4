// The fenced lock's acquire does what the model of the plain lock does, and its tokens are what they must be.
import { expect, it } from "vitest";
import { walkFenced } from "./fenced.ts";

const STEPS = 3_000;
// Other walks: WALK_SEED=1000000.
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** Each of these must have been seen, or the walks do not go where they should. */
const ANSWERS = ["held", "busy", "released", "still:1", "free", "taken", "refused", "lost"].map(
  (answer) => `acquire: ${answer}`,
);

it(`${STEPS} steps of random walks: what the plain lock does, with tokens that rise from holder to holder`, async () => {
  const { compared, answers, failure } = await walkFenced(FIRST_SEED, STEPS);
  if (failure !== undefined) expect.fail(failure);
  expect(compared).toBeGreaterThanOrEqual(STEPS);
  expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
});
