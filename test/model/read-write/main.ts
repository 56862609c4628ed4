// node test/model/read-write/main.ts
// Long walks, from WALK_SEED on, WALK_STEPS of them. Ends with the first that differs.
import { startRedisServer } from "../../../scripts/gateway/redis-server.ts";
import { connect } from "../real.ts";
import { walkAll } from "./walk-all.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "200000");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1000000");

const server = await startRedisServer();
const [connection, subscriber] = [await connect(server.url), await connect(server.url)];
const { steps, failure } = await walkAll(connection, subscriber, FIRST_SEED, STEPS, process.env["WALK_LOOSE"] === "1");
for (const open of [connection, subscriber]) open.destroy();
await server.stop();
console.log(failure ?? `read-write: ${steps} steps, none differs`);
if (failure !== undefined) process.exitCode = 1;
