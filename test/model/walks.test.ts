// The scripts match the model: random walks, each step compared on a real Redis.
import { afterAll, beforeAll, expect, it } from "vitest";
import { releaseChannel } from "../../src/keys.ts";
import { shortOrFull } from "../support/exhaustive.ts";
import { type Walked, walkOnBoth } from "./compare.ts";
import { OwnRedis } from "./own-redis.ts";
import type { Connection } from "./real.ts";

const STEPS = shortOrFull(10_000, 50_000);
// Concurrent walks: their commands share round trips, and no walk lasts as long as a tick.
const TOGETHER = 40;
const CHANNELS = releaseChannel("walk:*");
const MARK = releaseChannel("walk:mark");
// Other walks: WALK_SEED=1000000.
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** All must occur, or the walks miss a part of the model. */
const ENDS = ["released", "still:1", "free", "taken", "refused", "lost", "stolen:1"];
const ANSWERS = [
  ...["held", "busy", ...ENDS].map((answer) => `acquire: ${answer}`),
  ...["renewed", "released", "still:1", "free", "lost", "stolen:1"].map((answer) => `renew: ${answer}`),
  ...["counted", "lost", "stolen:1"].map((answer) => `check: ${answer}`),
  ...["released", "still:1", "still:2", "free", "taken", "lost", "stolen:1"].map((answer) => `release: ${answer}`),
  ...["released, passed", "released", "still:1", "free", "taken"].map((answer) => `pass: ${answer}`),
  ...ENDS.map((answer) => `cancel: ${answer}`),
];

let redis: OwnRedis;
let connection: Connection;
let subscriber: Connection;
/** Messages by channel. */
const heard = new Map<string, string[]>();

beforeAll(async () => {
  redis = await OwnRedis.start();
  connection = await redis.connect();
  subscriber = await redis.connect();
  await subscriber.pSubscribe(CHANNELS, (message, channel) => {
    heard.set(channel, [...(heard.get(channel) ?? []), message]);
  });
});
afterAll(() => redis[Symbol.asyncDispose]());

it(`${STEPS} steps of random walks match the model in reply, hash, TTL, pages, records and messages`, {
  timeout: 120_000,
}, async () => {
  const answers = new Set<string>();
  let compared = 0;
  let seed = FIRST_SEED;
  // Ends after enough steps, or at the first walk that differs.
  while (compared < STEPS) {
    const seeds = Array.from({ length: TOGETHER }, () => seed++);
    const walked = await Promise.all(seeds.map((each) => walkOnBoth(connection, each)));
    await allHeard();
    const failures = walked.map(({ failure }) => failure).filter((failure) => failure !== undefined);
    // The shortest is the easiest to read.
    failures.sort((a, b) => a.length - b.length);
    if (failures[0] !== undefined) expect.fail(failures[0]);
    for (const walk of walked) {
      expect(heard.get(releaseChannel(walk.key)) ?? [], walk.story.join("\n  ")).toEqual(messagesOf(walk));
      compared += walk.compared;
      for (const answer of walk.answers) answers.add(answer);
    }
  }
  expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
});

function messagesOf({ messages }: Walked): string[] {
  return Array.from({ length: messages }, () => "0");
}

/** Resolves when everything that was published before has arrived: one connection keeps its order. */
async function allHeard(): Promise<void> {
  heard.delete(MARK);
  await connection.publish(MARK, "");
  while (!heard.has(MARK)) await new Promise((resolve) => setImmediate(resolve));
}
