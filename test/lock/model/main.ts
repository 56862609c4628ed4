// node test/lock/model/main.ts [model, or the start of its name]
// Long walks of the models, WALK_STEPS each, from WALK_SEED on. Ends a model at its first difference.

import { semaphoreAndLatch } from "./counters/walks.ts";
import { fairLock } from "./fair/compare.ts";
import { fairReadWriteLock } from "./fair-read-write/walk.ts";
import { singleFlight } from "./flight/walks.ts";
import { summary } from "./harness/metrics.ts";
import { type Model, walkAll } from "./harness/model.ts";
import { OwnRedis } from "./harness/own-redis.ts";
import { plainLock } from "./lock/compare.ts";
import { fencedLock } from "./lock/fenced.ts";
import { permitExpirable } from "./permits/walk.ts";
import { readWriteLock } from "./read-write/model.ts";
import { standingRequests } from "./standing/compare.ts";

/** With the steps of `npm run test:full -- model`. */
const MODELS: readonly (readonly [model: Model, steps: number])[] = [
  [plainLock, 200_000],
  [fencedLock, 500_000],
  [standingRequests, 1_000_000],
  [semaphoreAndLatch, 10_000],
  [permitExpirable(false), 10_000],
  [permitExpirable(true), 10_000],
  // Loose walks judge only effects that clients notice.
  [readWriteLock(process.env["WALK_LOOSE"] === "1"), 200_000],
  [singleFlight, 120_000],
  [fairLock(false), 200_000],
  [fairLock(true), 100_000],
  [fairReadWriteLock, 200_000],
];

const firstSeed = Number(process.env["WALK_SEED"] ?? Math.floor(Math.random() * 1e9));
const [start = ""] = process.argv.slice(2);

for (const [model, steps] of MODELS.filter(([{ name }]) => name.startsWith(start))) {
  await using redis = await OwnRedis.start();
  const most = Number(process.env["WALK_STEPS"] ?? steps);
  const walked = await walkAll(await model.on(redis), firstSeed, most, model.together);
  console.log(summary(model, firstSeed, walked));
  if (walked.failure === undefined) continue;
  console.log(await walked.shortest());
  process.exitCode = 1;
}
