// Random walks of the model with the fenced lock's acquire in place of the plain one's, each step compared on a real Redis: what the
// plain lock does, and its tokens. In `npm test` some (fenced.test.ts), in `npm run test:model` many: node test/model/fenced.ts [steps]
import { startRedisServer } from "../../scripts/gateway/redis-server.ts";
import * as generated from "../../src/lua/generated.ts";
import { walkOnBoth } from "./compare.ts";
import { connect, load } from "./real.ts";
import { Tokens } from "./tokens.ts";
import { randomFrom } from "./walk.ts";

// Walks under way at once: their commands travel together, and no walk lasts as long as a tick.
const TOGETHER = 40;

export interface FencedWalks {
  readonly compared: number;
  /** What scripts answered: "<op>: <answer>". */
  readonly answers: ReadonlySet<string>;
  readonly failure: string | undefined;
}

/** Ends with enough steps, or with the first walk that differs. */
export async function walkFenced(firstSeed: number, steps: number): Promise<FencedWalks> {
  const server = await startRedisServer();
  const connection = await connect(server.url);
  const answers = new Set<string>();
  let compared = 0;
  let failure: string | undefined;
  try {
    await load(connection, Object.values(generated));
    for (let seed = firstSeed; compared < steps && failure === undefined; seed += TOGETHER) {
      const seeds = Array.from({ length: TOGETHER }, (_, nth) => seed + nth);
      const walks = seeds.map((each) => {
        return walkOnBoth(connection, each, (key) => new Tokens(connection, key, randomFrom(each)));
      });
      for (const walk of await Promise.all(walks)) {
        compared += walk.compared;
        for (const answer of walk.answers) answers.add(answer);
        failure ??= walk.failure;
      }
    }
  } finally {
    connection.destroy();
    await server.stop();
  }
  return { compared, answers, failure };
}

if (import.meta.main) {
  const start = performance.now();
  const { compared, failure } = await walkFenced(Math.floor(Math.random() * 1e9), Number(process.argv[2] ?? "500000"));
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  console.log(
    `fenced lock: ${compared} steps of walks, ${failure === undefined ? "all equal" : "A DIFFERENCE"}, ${seconds} s`,
  );
  if (failure !== undefined) {
    console.log(failure);
    process.exitCode = 1;
  }
}
