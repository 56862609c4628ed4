// The scripts of the fair read/write lock follow its rules: a random walk, each step compared on a real Redis. For
// other or more walks: WALK_SEED=7 WALK_STEPS=200000, as for the other models.
import { afterAll, beforeAll, expect, it } from "vitest";

import { OwnRedis } from "../own-redis.ts";
import type { Connection } from "../real.ts";
import { fractions } from "./fractions.ts";
import { walk } from "./walk.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "8000");
const SEED = Number(process.env["WALK_SEED"] ?? "1");

/** All must occur, or the walk misses a part of the rules. */
const ANSWERS = [
  ...["held", "busy", "upgrade"].map((answer) => `acquire: ${answer}`),
  ...["held", "busy", "released", "free", "taken", "refused"].map((answer) => `late acquire: ${answer}`),
  ...["released", "still:1"].map((answer) => `release: ${answer}`),
  ...["steal: held", "late steal: held", "late steal: released", "late acquire: stolen"],
  ...["free", "taken", "released"].map((answer) => `give up: ${answer}`),
  ...["drain: by messages", "drain: with polls"],
];

let redis: OwnRedis;
let connection: Connection;
beforeAll(async () => {
  redis = await OwnRedis.start();
  connection = await redis.connect();
});
afterAll(() => redis[Symbol.asyncDispose]());

it(`${STEPS} steps match the model in reply, queue, hash and messages, and no waiter is stuck`, {
  timeout: 60_000 + 20 * STEPS,
}, async () => {
  const { failure, answers } = await walk(connection, fractions(SEED), STEPS);
  expect(failure).toBeUndefined();
  expect([...answers.keys()]).toEqual(expect.arrayContaining(ANSWERS));
});
