// The fenced lock's acquire matches the model of the plain lock, and its tokens are valid.
import { expect, it } from "vitest";
import { walkFenced } from "./fenced.ts";

const STEPS = 3_000;
// Other walks: WALK_SEED=1000000.
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = ["held", "busy", "released", "still:1", "free", "taken", "refused", "lost"].map(
  (answer) => `acquire: ${answer}`,
);

it(`${STEPS} steps of random walks match the plain lock, with tokens that rise from holder to holder`, async () => {
  const { compared, answers, failure } = await walkFenced(FIRST_SEED, STEPS);
  if (failure !== undefined) expect.fail(failure);
  expect(compared).toBeGreaterThanOrEqual(STEPS);
  expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
});
