// The parts that all models share: walks from one seed after the other until enough steps are taken, the messages that
// were heard meanwhile, and the shortest walk to a difference. A model has its state, its steps and their comparison
// with Redis.
import type { Metric } from "../../together/soak/checker/findings.ts";
import { addFaults, type Faults, noFaults } from "./metrics.ts";
import type { OwnRedis } from "./own-redis.ts";
import type { Connection } from "./real.ts";

export interface Walked {
  /** Steps that were compared. */
  readonly steps: number;
  /** Replies of scripts: "<kind of step>: <reply>". */
  readonly answers: ReadonlySet<string>;
  /** The steps up to the first difference, and the difference. */
  readonly failure: string | undefined;
  /** The metric of the failure. */
  readonly found?: Metric | undefined;
  /** Faults of the requests, if the model counts them. */
  readonly faults?: Faults | undefined;
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

/** Takes at least so many steps, or stops at the first walk that differs. */
export async function walkAll(
  take: TakeWalk,
  firstSeed: number,
  atLeast: number,
  together: number,
): Promise<Required<Omit<Walked, "shortest">>> {
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
      const failure = (await walked.shortest?.()) ?? walked.failure;
      return { steps, answers, faults, found: walked.found, failure: `seed ${seeds[nth]}, ${failure}` };
    }
  }
  return { steps, answers, faults, found: undefined, failure: undefined };
}

/** A walk that was drawn before it is sent. */
export interface Drawn<Step> {
  readonly steps: readonly Step[];
}

/** The difference of a walk, and its kind if the model tells kinds apart. */
interface Compared {
  readonly failure: string | undefined;
  readonly wrong?: string | undefined;
}

/** Removes every step without which a difference of the same kind remains, and returns the difference. */
export async function shortened<Step, Walk extends Drawn<Step>>(
  compare: (walk: Walk) => Promise<Compared>,
  walk: Walk,
): Promise<string | undefined> {
  let shortest = walk;
  const { failure: first, wrong } = await compare(walk);
  let failure = first;
  for (let again = true; again && failure !== undefined; ) {
    again = false;
    for (let at = shortest.steps.length - 1; at >= 0; at -= 1) {
      const shorter = { ...shortest, steps: shortest.steps.toSpliced(at, 1) };
      const found = await compare(shorter);
      if (found.failure === undefined || found.wrong !== wrong) continue;
      shortest = shorter;
      failure = found.failure;
      again = true;
    }
  }
  return failure;
}

/** Returns the messages of one lock since the last call, in order. */
export type Heard = (lock: string) => Promise<readonly string[]>;

/**
 * Collects the messages on channels.
 *
 * @param lineOf which lock a message concerns, and what is collected. By default, a channel is a lock.
 */
export async function hearing(
  subscriber: Connection,
  patterns: string | string[],
  lineOf: (channel: string, message: string) => readonly [lock: string, line: string] = (...both) => both,
): Promise<Heard> {
  const heard = new Map<string, string[]>();
  await subscriber.pSubscribe(patterns, (message, channel) => {
    const [lock, line] = lineOf(channel, message);
    heard.set(lock, [...(heard.get(lock) ?? []), line]);
  });
  return async (lock) => {
    // A ping arrives after everything that was published before it.
    await subscriber.ping();
    const lines = heard.get(lock) ?? [];
    heard.delete(lock);
    return lines;
  };
}

/** Returns the lines of each step. Each step ends with a line that begins with `mark`. */
export function splitAt(mark: string, lines: readonly string[]): string[][] {
  const steps: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith(mark)) steps.push([]);
    else steps.at(-1)?.push(line);
  }
  return steps;
}
