// The scripts of semaphore and latch match their model, with requests that are repeated, late and out of order. By the
// replies to callers, no permit is lost or doubled.
import { expect, it } from "vitest";
import { OwnRedis } from "../own-redis.ts";
import { walkCounters } from "./walks.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "2000");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "unset", "refused", "released", "free"].map((answer) => `acquire: ${answer}`),
  ...["released", "free", "refused", "unset"].map((answer) => `cancel: ${answer}`),
  ...["set: 0", "set: 1", "drain: 0", "add: -1", "delete: 0", "delete: 1", "count-down: 0", "count-down: 1"],
  ...["java-takes: 0", "java-takes: 1"],
];

it(`${STEPS} steps of random walks match the model in reply, number, TTL, records and messages, and M10 is 0`, {
  timeout: 60_000 + STEPS,
}, async () => {
  await using redis = await OwnRedis.start();
  const connections = [await redis.connect(), await redis.connect()] as const;
  const { missing, failure, answers } = await walkCounters(...connections, FIRST_SEED, STEPS);
  if (failure !== undefined) expect.fail(failure);
  expect(missing).toBe(0);
  expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
});
