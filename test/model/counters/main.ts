// node test/model/counters/main.ts
// Walks WALK_STEPS steps, starting at WALK_SEED. Stops at the first difference.
import { OwnRedis } from "../own-redis.ts";
import { walkCounters } from "./walks.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "10000");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1000000");

await using redis = await OwnRedis.start();
const connections = [await redis.connect(), await redis.connect()] as const;
const { steps, missing, failure } = await walkCounters(...connections, FIRST_SEED, STEPS);
console.log(`semaphore and latch: ${steps} steps, permits and counts lost or doubled (M10) = ${missing}`);
if (failure !== undefined) {
  console.log(failure);
  process.exitCode = 1;
}
