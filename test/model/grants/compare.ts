// Random walks of the model with grants, each step of Redis repeated on a real one.
import type { Model, TakeWalk } from "../harness.ts";
import { randomFrom } from "../walk.ts";
import { expected, RealLock } from "./real.ts";
import { firstWorld, SCENARIOS, type Scenario } from "./scenario.ts";
import { pick } from "./search.ts";
import { type Successor, successorsOf } from "./successors.ts";

const STEPS_OF_A_WALK = 60;
// These faults are not of the scripts: Redis' clock is real, and other models compare thefts.
const COMPARED: readonly Scenario[] = SCENARIOS.filter(
  ({ thief, left }) => thief === undefined && !left.jumps && !left.cuts,
).map((scenario) => ({
  ...scenario,
  leases: scenario.leases.map(() => 6),
  confirm: 1,
  ticks: 9,
  left: { ...scenario.left, again: 6, moments: 2 },
}));

export const grants: Model = {
  name: "grants",
  metrics: [],
  together: 8,
  async on(redis) {
    const [connection, ears] = [await redis.connect(), await redis.connect()];
    const takeWalk: TakeWalk = async (seed) => {
      const random = randomFrom(seed);
      const scenario = COMPARED[random(COMPARED.length)];
      if (scenario === undefined) throw new RangeError("no scenario");
      const lock = await RealLock.start(connection, ears, `grants:${seed}`, scenario);
      const answers = new Set<string>();
      const way: string[] = [];
      let world = firstWorld(scenario);
      let steps = 0;
      try {
        for (let at = 0; at < STEPS_OF_A_WALK; at += 1) {
          const next = eager(successorsOf(world, scenario), random);
          if (next === undefined) break;
          way.push(next.says);
          const { ran } = next;
          if (ran !== undefined) {
            steps += 1;
            const answer = await lock.run(ran, world);
            const wanted = ran.kind === "request" ? ran.answer : undefined;
            const [real, model] = [await lock.look(), expected(next.world)];
            if (ran.kind === "request") answers.add(`${ran.request.what}: ${answer?.kind} ${answer?.end}`);
            if (real !== model || answer?.kind !== wanted?.kind || answer?.end !== wanted?.end) {
              const ends = [`model ${model} ${JSON.stringify(wanted)}`, `Redis ${real} ${JSON.stringify(answer)}`];
              return { steps, answers, failure: [...way, ...ends].join("\n") };
            }
          }
          world = next.world;
        }
      } finally {
        await lock.end();
      }
      return { steps, answers, failure: undefined };
    };
    return takeWalk;
  },
};

/** Prefers steps of Redis, and lets time pass seldom. */
function eager(successors: readonly Successor[], random: (below: number) => number): Successor | undefined {
  let next = pick(successors, random);
  for (let draw = 0; draw < 6 && next !== undefined; draw += 1) {
    if (next.ran?.kind === "request" || (next.ran?.kind === "tick" && random(3) === 0)) break;
    next = pick(successors, random);
  }
  return next;
}
