// node test/model/permits/main.ts [steps]
// Long walks of the permit-expirable semaphore, from WALK_SEED on. Ends with the first that differs.
import { startRedisServer } from "../../../scripts/gateway/redis-server.ts";
import { connect } from "../real.ts";
import { walkPermits } from "./walk-all.ts";

const FIRST_SEED = Number(process.env["WALK_SEED"] ?? Math.floor(Math.random() * 1e9));

const server = await startRedisServer();
const connection = await connect(server.url);
const { steps, failure } = await walkPermits(connection, FIRST_SEED, Number(process.argv[2] ?? "10000"));
connection.destroy();
await server.stop();
const violations = failure === undefined ? "none differs, M10 = 0 violations" : "A DIFFERENCE";
console.log(`permit-expirable semaphore: ${steps} steps of walks from seed ${FIRST_SEED}, ${violations}`);
if (failure !== undefined) {
  console.log(failure);
  process.exitCode = 1;
}
