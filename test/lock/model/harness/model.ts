// What all models share: walks from one seed after the other until enough steps are taken, and the shortest walk to a
// difference. A model has its state, its steps, its invariants, and their comparison with Redis.
import type { Metric } from "../../../together/soak/checker/findings.ts";
import { type Compared, type Course, metricOf, shortened } from "./course.ts";
import { addFaults, type Faults, noFaults } from "./metrics.ts";
import type { OwnRedis } from "./own-redis.ts";

export interface Walked extends Compared {
  /** Returns the failure of the shortest walk that differs in the same way. */
  shortest?(): Promise<string | undefined>;
}

/** Takes the walk of a seed on both the model and Redis. */
export type TakeWalk = (seed: number) => Promise<Walked>;

export interface Model {
  readonly name: string;
  /** What its walks judge, beside any difference from the model. */
  readonly metrics: readonly Metric[];
  /** Concurrent walks, each with keys of its own, whose commands share round trips. */
  readonly together: number;
  /** Prepares the walks of one Redis. */
  on(redis: OwnRedis): Promise<TakeWalk>;
}

/** The walks from one seed to another. */
export interface AllWalked {
  readonly steps: number;
  readonly answers: ReadonlySet<string>;
  readonly faults: Faults;
  readonly failure: string | undefined;
  /** The metric of the failure. */
  readonly found: Metric | undefined;
  /** Returns the failure of the shortest walk that differs in the same way. */
  shortest(): Promise<string | undefined>;
}

export function walksOf<Step, Walk extends Course<Step>>(
  draw: (seed: number) => Walk,
  compare: (walk: Walk) => Promise<Compared>,
): TakeWalk {
  return async (seed) => {
    const walk = draw(seed);
    return { ...(await compare(walk)), shortest: () => shortened<Step, Walk>(compare, walk) };
  };
}

/** Takes at least so many steps, or stops at the first walk that differs. */
export async function walkAll(
  take: TakeWalk,
  firstSeed: number,
  atLeast: number,
  together: number,
): Promise<AllWalked> {
  const answers = new Set<string>();
  const faults = noFaults();
  let steps = 0;
  for (let seed = firstSeed; steps < atLeast; seed += together) {
    const seeds = Array.from({ length: together }, (_, nth) => seed + nth);
    for (const [nth, walked] of (await Promise.all(seeds.map(take))).entries()) {
      steps += walked.steps;
      for (const answer of walked.answers) answers.add(answer);
      if (walked.faults !== undefined) addFaults(faults, walked.faults);
      if (walked.failure === undefined) continue;
      const { failure, wrong } = walked;
      const shortest = async () => `seed ${seeds[nth]}, ${(await walked.shortest?.()) ?? failure}`;
      return { steps, answers, faults, found: metricOf(wrong), failure, shortest };
    }
  }
  return { steps, answers, faults, found: undefined, failure: undefined, shortest: async () => undefined };
}
