// The scripts of the permit-expirable semaphore follow its rules: random walks, each step compared on a real Redis,
// beside Redisson's own operations. For other or more walks: npm run test:model, or WALK_SEED=1000000
// WALK_STEPS=100000.
import { describe, expect, it } from "vitest";
import { OwnRedis } from "./own-redis.ts";
import { walkPermits } from "./permits/walk-all.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "4800");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "released", "lost", "refused", "unset"].map((end) => `acquire: ${end}`),
  ...["released", "lost", "refused"].map((end) => `release: ${end}`),
  ...["renewed", "lost", "released"].map((end) => `renew: ${end}`),
  ...["counted", "lost"].map((end) => `check: ${end}`),
  ...["list: true", "list: false", "set: true", "set: false", "status: told"],
];

describe.each([
  ["all", false],
  ["few", true],
])("when a script takes back %s expired leases", (_, sweepsFew) => {
  it("random walks match the model in reply, permits, leases, records and messages, and M10 is 0", {
    timeout: 60_000 + STEPS,
  }, async () => {
    await using redis = await OwnRedis.start();
    const { failure, answers, steps } = await walkPermits(await redis.connect(), FIRST_SEED, STEPS, { sweepsFew });
    if (failure !== undefined) expect.fail(failure);
    expect(steps).toBeGreaterThanOrEqual(STEPS);
    expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
  });
});
