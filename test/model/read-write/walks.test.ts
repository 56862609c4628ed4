// The scripts of the read/write lock do what its rules say: random walks, each step compared on a real Redis.
// Others, and more: npm run test:model, or WALK_SEED=1000000 WALK_STEPS=2000000 npx vitest run
// --config test/vitest.config.ts test/model/read-write
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RedisServer, startRedisServer } from "../../../scripts/gateway/redis-server.ts";
import { type Connection, connect } from "../real.ts";
import { courses } from "./courses.ts";
import { compareOne, type Walked, walkAll } from "./walk-all.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "5000");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** Each of these must have been seen, or the walks do not go where they should. */
const ANSWERS = [
  ...["held", "busy", "released", "still:1", "free", "taken", "refused", "lost", "upgrade"].map(
    (end) => `acquire: ${end}`,
  ),
  ...["released", "still:1", "free", "taken", "lost"].map((end) => `release: ${end}`),
  ...["released", "free", "taken", "refused"].map((end) => `cancel: ${end}`),
  ...["renewed", "released", "lost"].map((end) => `renew: ${end}`),
  ...["counted", "lost"].map((end) => `check: ${end}`),
  ...["batch: all", "batch: lost", "force: true", "force: false", "java: null", "java: 0", "java: 1"],
];

let server: RedisServer;
const connections: Connection[] = [];

beforeAll(async () => {
  server = await startRedisServer();
  connections.push(await connect(server.url), await connect(server.url));
});
afterAll(async () => {
  for (const open of connections) open.destroy();
  await server?.stop();
});

function connected(): [Connection, Connection] {
  const [connection, subscriber] = connections;
  if (connection === undefined || subscriber === undefined) throw new Error("not connected");
  return [connection, subscriber];
}

it.each([...courses])("%s", async (_, course) => {
  expect(await compareOne(...connected(), course)).toBeUndefined();
});

it(`${STEPS} steps of random walks: reply, hash, leases, pages, records and messages are the model's`, {
  timeout: 60_000 + STEPS,
}, async () => {
  const { failure, answers }: Walked = await walkAll(...connected(), FIRST_SEED, STEPS);
  if (failure !== undefined) expect.fail(failure);
  expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
});
