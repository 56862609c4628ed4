// node test/model/counters/main.ts
// Long walks, from WALK_SEED on, WALK_STEPS of them. Ends with the first that differs.
import { startRedisServer } from "../../../scripts/gateway/redis-server.ts";
import { connect } from "../real.ts";
import { walkCounters } from "./walks.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "10000");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1000000");

const server = await startRedisServer();
const [connection, subscriber] = [await connect(server.url), await connect(server.url)];
const { steps, missing, failure } = await walkCounters(connection, subscriber, FIRST_SEED, STEPS);
for (const open of [connection, subscriber]) open.destroy();
await server.stop();
console.log(`semaphore and latch: ${steps} steps, permits and counts lost or doubled (M10) = ${missing}`);
if (failure !== undefined) {
  console.log(failure);
  process.exitCode = 1;
}
