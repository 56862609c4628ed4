// The scripts of the read/write lock follow its rules: random walks, each step compared on a real Redis.
import { afterAll, beforeAll, expect, it } from "vitest";
import { itMatches, stepsOr } from "../harness/matches.ts";
import { OwnRedis } from "../harness/own-redis.ts";
import type { Place } from "./compare.ts";
import { courses } from "./courses.ts";
import { THEFT } from "./memory.ts";
import { comparedAgain, placeOf, readWriteLock } from "./model.ts";

const STEPS = stepsOr(20_000);

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "released", "still:1", "free", "taken", "refused", "lost", "upgrade"].map(
    (end) => `acquire: ${end}`,
  ),
  ...["released", "still:1", "free", "taken", "lost"].map((end) => `release: ${end}`),
  ...["released", "free", "taken", "refused"].map((end) => `cancel: ${end}`),
  ...["renewed", "released", "lost"].map((end) => `renew: ${end}`),
  ...["counted", "lost"].map((end) => `check: ${end}`),
  ...["held", "released"].map((end) => `steal: ${end}`),
  ...["acquire", "release", "cancel", "renew", "check"].map((kind) => `${kind}: ${THEFT}`),
  ...["batch: all", "batch: lost", "force: true", "force: false", "java: null", "java: 0", "java: 1"],
];

let redis: OwnRedis;
let place: Place;
beforeAll(async () => {
  redis = await OwnRedis.start();
  place = await placeOf(redis);
});
afterAll(() => redis[Symbol.asyncDispose]());

it.each([...courses])("%s", async (_, course) => {
  expect((await comparedAgain(place, course)).failure).toBeUndefined();
});

itMatches(
  `${STEPS} steps of random walks match the model in reply, hash, leases, pages, records and messages`,
  readWriteLock(),
  STEPS,
  ANSWERS,
);
