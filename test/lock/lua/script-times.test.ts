// No script takes long beside many waiters, readers or permits: Redis serves nobody else meanwhile. Redis' own times are
// compared, in turn, so that a busy machine changes both alike.
import { afterAll, beforeAll, expect, it } from "vitest";
import { ScriptTimes } from "./script-times/measure.ts";
import { SCENES } from "./script-times/scenes.ts";

const [FEW, MANY] = [500, 5_000];
const RUNS = 5;

let times: ScriptTimes;
beforeAll(async () => {
  times = await ScriptTimes.start();
});
afterAll(() => times[Symbol.asyncDispose]());

const flat = SCENES.filter(({ most, grows }) => most === undefined && grows === undefined);

it.for(flat)("$name: for 5,000 it takes not much longer than for 500", async (scene) => {
  const [few = 0, many = 0] = await times.medians(scene, [FEW, MANY], RUNS);
  // A time that grows with n is ten times as long.
  expect(many).toBeLessThanOrEqual((scene.scans ? 6 : 3) * few);
});
