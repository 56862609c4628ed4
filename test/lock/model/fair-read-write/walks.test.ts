// The scripts of the fair read/write lock follow its rules: a random walk, each step compared on a real Redis.
import { expect, it } from "vitest";
import { itMatches, stepsOr } from "../harness/matches.ts";
import { OwnRedis } from "../harness/own-redis.ts";
import { fairReadWriteLock, walk } from "./walk.ts";

const STEPS = stepsOr(8_000);

/** All must occur, or the walk misses a part of the rules. */
const ANSWERS = [
  ...["held", "busy", "upgrade"].map((answer) => `acquire: ${answer}`),
  ...["held", "busy", "released", "free", "taken", "refused"].map((answer) => `late acquire: ${answer}`),
  ...["released", "still:1"].map((answer) => `release: ${answer}`),
  ...["steal: held", "late steal: held", "late steal: released", "late acquire: stolen"],
  ...["free", "taken", "released"].map((answer) => `give up: ${answer}`),
  ...["drain: by messages", "drain: with polls"],
];

itMatches(
  `${STEPS} steps match the model in reply, queue, hash and messages, and no waiter is stuck`,
  fairReadWriteLock,
  STEPS,
  ANSWERS,
);

it("a waiter behind a dead one is no younger than the clock of Redis, which was set back", async () => {
  await using redis = await OwnRedis.start();
  // A full Redis first drops the dead one, and refuses the rest.
  const { failure } = await walk(await redis.connect(), 669_795_281, 7_400);
  expect(failure).toBeUndefined();
});
