// The test of a model: its walks, each step compared on a real Redis. WALK_SEED=1000000 WALK_STEPS=100000 takes other
// and more walks, as `npm run test:full -- model` does.
import { expect, it } from "vitest";
import { type Model, walkAll } from "./model.ts";
import { OwnRedis } from "./own-redis.ts";

const FIRST_SEED = Number(process.env["WALK_SEED"] ?? "1");

/** Returns the number of steps of a test, which is `steps` unless WALK_STEPS says another. */
export function stepsOr(steps: number): number {
  return Number(process.env["WALK_STEPS"] ?? steps);
}

/** Tests that the walks match. `answers`: all must occur, or the walks miss a part of the model. */
export function itMatches(title: string, model: Model, steps: number, answers: readonly string[]): void {
  it(title, { timeout: 60_000 + 20 * steps }, async () => {
    await using redis = await OwnRedis.start();
    const walked = await walkAll(await model.on(redis), FIRST_SEED, steps, model.together);
    if (walked.failure !== undefined) expect.fail(await walked.shortest());
    expect(walked.found).toBeUndefined();
    expect(walked.steps).toBeGreaterThanOrEqual(steps);
    expect([...walked.answers]).toEqual(expect.arrayContaining([...answers]));
  });
}
