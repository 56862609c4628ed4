// A single flight matches its model, whatever happens to its requests.
import { expect, it } from "vitest";
import { flightWalks, singleFlight } from "./flight.ts";
import { walkAll } from "./harness.ts";
import { itMatches, stepsOr } from "./matches.ts";
import { OwnRedis } from "./own-redis.ts";

const STEPS = stepsOr(1_000);

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "found", "ended refused", "ended released"].map((answer) => `flight/acquire: ${answer}`),
  ...["released", "free", "taken"].map((end) => `flight/finish: ended ${end}`),
  "message: taken",
];

itMatches(
  `${STEPS} steps of random walks have one runner, and serve only results that a runner stored and that have not expired`,
  singleFlight,
  STEPS,
  ANSWERS,
);

const MAX_STEPS = 100_000;
const STALE = "was served for too long";

it.each([
  ["a result of another run", STALE],
  ["a result that is too old", STALE],
  ["a result that late attempts outlive", "a lock without a holder"],
] as const)("a waiter that takes %s from a message breaks the model", async (takes, violation) => {
  await using redis = await OwnRedis.start();
  const walked = await walkAll(flightWalks(await redis.connect(), { takes }), 1, MAX_STEPS, 20);
  expect(walked.failure).toContain(violation);
});
