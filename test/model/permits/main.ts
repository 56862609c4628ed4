// node test/model/permits/main.ts [steps]
// Long walks of the permit-expirable semaphore, starting at WALK_SEED. Stops at the first difference.
import { OwnRedis } from "../own-redis.ts";
import { walkPermits } from "./walk-all.ts";

const FIRST_SEED = Number(process.env["WALK_SEED"] ?? Math.floor(Math.random() * 1e9));

await using redis = await OwnRedis.start();
const connection = await redis.connect();
for (const sweepsFew of [false, true]) {
  const { steps, failure } = await walkPermits(connection, FIRST_SEED, Number(process.argv[2] ?? "10000"), {
    sweepsFew,
  });
  const violations = failure === undefined ? "none differs, M10 = 0 violations" : "A DIFFERENCE";
  const most = sweepsFew ? ", few leases are taken back at once" : "";
  console.log(`permit-expirable semaphore: ${steps} steps of walks from seed ${FIRST_SEED}${most}, ${violations}`);
  if (failure === undefined) continue;
  console.log(failure);
  process.exitCode = 1;
}
