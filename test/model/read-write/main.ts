// node test/model/read-write/main.ts
// Walks WALK_STEPS steps, starting at WALK_SEED. Stops at the first difference.
import type { Metric } from "../../soak/checker/findings.ts";
import { summary } from "../metrics.ts";
import { OwnRedis } from "../own-redis.ts";
import { walkAll } from "./walk-all.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "200000");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1000000");

await using redis = await OwnRedis.start();
const connections = [await redis.connect(), await redis.connect()] as const;
const isLoose = process.env["WALK_LOOSE"] === "1";
const { steps, failure, faults, found } = await walkAll(...connections, FIRST_SEED, STEPS, isLoose);
// Loose walks judge only effects that clients notice.
const metrics: readonly Metric[] = isLoose ? ["M1", "M11"] : ["M1", "M5", "M6", "M8", "M11", "M12", "M13"];
console.log(summary("read/write lock", steps, faults, metrics, found));
if (failure !== undefined) {
  console.log(failure);
  process.exitCode = 1;
}
