// The scripts of the read/write lock follow its rules: random walks, each step compared on a real Redis. For other or
// more walks: npm run test:model, or WALK_SEED=1000000 WALK_STEPS=2000000 npx vitest run --config test/vitest.config.ts
// test/model/read-write
import { afterAll, beforeAll, expect, it } from "vitest";
import { OwnRedis } from "../own-redis.ts";
import type { Connection } from "../real.ts";
import { courses } from "./courses.ts";
import { THEFT } from "./memory.ts";
import { compareOne, type Walked, walkAll } from "./walk-all.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "20000");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

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
let connections: readonly [Connection, Connection];
beforeAll(async () => {
  redis = await OwnRedis.start();
  connections = [await redis.connect(), await redis.connect()];
});
afterAll(() => redis[Symbol.asyncDispose]());

it.each([...courses])("%s", async (_, course) => {
  expect(await compareOne(...connections, course)).toBeUndefined();
});

it(`${STEPS} steps of random walks match the model in reply, hash, leases, pages, records and messages`, {
  timeout: 60_000 + STEPS,
}, async () => {
  const { failure, answers }: Walked = await walkAll(...connections, FIRST_SEED, STEPS);
  if (failure !== undefined) expect.fail(failure);
  expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
});
