// The scripts of the fair lock follow the rules of its queue: random walks, each step compared on a real Redis. For
// other or more walks: WALK_SEED=1000000 WALK_STEPS=2000000 npx vitest run --config test/vitest.config.ts
// test/model/fair/walks
import { expect, it } from "vitest";
import { OwnRedis } from "../own-redis.ts";
import { compare, scriptsForFew, shortened, walkFrom } from "./compare.ts";
import { hearing } from "./hearing.ts";
import { THEFT } from "./holds.ts";

const STEPS = Number(process.env["WALK_STEPS"] ?? "20000");
const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");
// Concurrent walks.
const TOGETHER = 20;

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "released", "still:1", "free", "taken", "refused", "lost", "reentered"].map(
    (end) => `acquire: ${end}`,
  ),
  ...["held", "busy"].map((end) => `last acquire: ${end}`),
  ...["released", "still:1", "free", "taken", "lost"].map((end) => `release: ${end}`),
  ...["released", "released, passed", "still:1", "free", "taken"].map((end) => `hand-over: ${end}`),
  ...["released", "free", "taken", "refused"].map((end) => `cancel: ${end}`),
  ...["held", "released", "still:1", "taken"].map((end) => `steal: ${end}`),
  ...["acquire", "release", "cancel", "hand-over"].map((kind) => `${kind}: ${THEFT}`),
  ...["force: true", "force: false", "java: null", "java: 0", "java: 1", "java: waits"],
];

it.each([
  ["short", STEPS],
  ["long", STEPS / 2],
] as const)(
  "random walks of %s queues match the model in reply, hash, queue, scores and messages: %i steps",
  {
    timeout: 60_000 + STEPS,
  },
  async (length, most) => {
    const isLong = length === "long";
    await using redis = await OwnRedis.start();
    const instead = isLong ? scriptsForFew() : [];
    const place = { connection: await redis.connect(), heard: await hearing(await redis.connect()), instead };
    const answers = new Set<string>();
    let seed = FIRST_SEED;
    // Ends after enough steps, or at the first walk that differs.
    for (let steps = 0; steps < most; ) {
      const seeds = Array.from({ length: TOGETHER }, () => seed++);
      const walks = seeds.map((each) => walkFrom(each, isLong));
      const walked = await Promise.all(walks.map((walk) => compare(place, walk)));
      for (const [index, { failure, answers: given }] of walked.entries()) {
        const walk = walks[index];
        if (failure !== undefined && walk !== undefined) {
          expect.fail(`seed ${seeds[index]}, ${(await shortened(place, walk)) ?? failure}`);
        }
        for (const answer of given) answers.add(answer);
        steps += walk?.steps.length ?? 0;
      }
    }
    expect([...answers]).toEqual(expect.arrayContaining(ANSWERS));
  },
);
