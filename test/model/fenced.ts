// Random walks of the model with the fenced lock's acquire, each step compared on a real Redis. It must match the plain
// lock, and its tokens must be valid. `npm test` runs some (fenced.test.ts), `npm run test:model` many: WALK_STEPS
// steps, starting at WALK_SEED.
import type { Metric } from "../soak/checker/findings.ts";
import { walkOnBoth } from "./compare.ts";
import { addFaults, type Faults, noFaults, summary } from "./metrics.ts";
import { OwnRedis } from "./own-redis.ts";
import { Tokens } from "./tokens.ts";
import { randomFrom } from "./walk.ts";

// Concurrent walks: their commands share round trips, and no walk lasts as long as a tick.
const TOGETHER = 40;

export interface FencedWalks {
  readonly compared: number;
  /** Replies of scripts: "<op>: <answer>". */
  readonly answers: ReadonlySet<string>;
  readonly failure: string | undefined;
  /** The metric of the failure. */
  readonly found: Metric | undefined;
  readonly faults: Faults;
}

/** Ends after enough steps, or at the first walk that differs. */
export async function walkFenced(firstSeed: number, steps: number): Promise<FencedWalks> {
  await using redis = await OwnRedis.start();
  const connection = await redis.connect();
  const answers = new Set<string>();
  let compared = 0;
  let failure: string | undefined;
  let found: Metric | undefined;
  const faults = noFaults();
  for (let seed = firstSeed; compared < steps && failure === undefined; seed += TOGETHER) {
    const seeds = Array.from({ length: TOGETHER }, (_, nth) => seed + nth);
    const walks = seeds.map((each) => {
      return walkOnBoth(connection, each, (key) => new Tokens(connection, key, randomFrom(each)));
    });
    for (const walk of await Promise.all(walks)) {
      compared += walk.compared;
      for (const answer of walk.answers) answers.add(answer);
      addFaults(faults, walk.faults);
      failure ??= walk.failure;
      found ??= walk.found;
    }
  }
  return { compared, answers, failure, found, faults };
}

if (import.meta.main) {
  const firstSeed = Number(process.env["WALK_SEED"] ?? Math.floor(Math.random() * 1e9));
  const walked = await walkFenced(firstSeed, Number(process.env["WALK_STEPS"] ?? "500000"));
  const { compared, failure, found, faults } = walked;
  console.log(summary("fenced lock", compared, faults, ["M1", "M4", "M5", "M6", "M11", "M12", "M13"], found));
  if (failure !== undefined) {
    console.log(failure);
    process.exitCode = 1;
  }
}
