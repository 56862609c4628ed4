// Takes so many steps of walks, or stops at the first walk that differs.

import { readWriteChannel } from "../../../src/keys.ts";
import * as generated from "../../../src/lua/generated.ts";
import { METRIC_NAMES, type Metric } from "../../soak/checker/findings.ts";
import { addFaults, type Faults, noFaults } from "../metrics.ts";
import { type Connection, load } from "../real.ts";
import { type Compared, compare, type Place, shortened, type Walk, walkFrom } from "./compare.ts";
import { hearing } from "./hearing.ts";

// Concurrent walks.
const TOGETHER = 20;

export interface Walked {
  readonly answers: ReadonlySet<string>;
  readonly steps: number;
  /** The shortest walk to the first difference. */
  readonly failure: string | undefined;
  /** The metric of the failure. */
  readonly found: Metric | undefined;
  readonly faults: Faults;
}

export async function walkAll(
  connection: Connection,
  subscriber: Connection,
  firstSeed: number,
  atLeast: number,
  loose = false,
): Promise<Walked> {
  const place = { ...(await placeOf(connection, subscriber)), loose };
  const answers = new Set<string>();
  const faults = noFaults();
  let seed = firstSeed;
  let steps = 0;
  while (steps < atLeast) {
    const seeds = Array.from({ length: TOGETHER }, () => seed++);
    const walks = seeds.map((each) => walkFrom(each));
    const walked = await Promise.all(walks.map((walk) => comparedAgain(place, walk)));
    for (const [index, { failure, wrong, faults: these, answers: given }] of walked.entries()) {
      const walk = walks[index];
      if (failure !== undefined && walk !== undefined) {
        const shortest = (await shortened(place, walk)) ?? failure;
        return { answers, steps, faults, failure: `seed ${seeds[index]}, ${shortest}`, found: metricOf(wrong) };
      }
      addFaults(faults, these);
      for (const answer of given) answers.add(answer);
      steps += walk?.steps.length ?? 0;
    }
  }
  return { answers, steps, faults, failure: undefined, found: undefined };
}

/** Returns the difference, if there is one. */
export async function compareOne(
  connection: Connection,
  subscriber: Connection,
  walk: Walk,
): Promise<string | undefined> {
  return (await comparedAgain(await placeOf(connection, subscriber), walk)).failure;
}

async function placeOf(connection: Connection, subscriber: Connection): Promise<Place> {
  await load(connection, Object.values(generated));
  return { connection, channelOf: readWriteChannel, heard: await hearing(subscriber) };
}

function metricOf(wrong = ""): Metric | undefined {
  const [name] = wrong.split(":");
  return METRIC_NAMES.find((metric) => metric === name);
}

/** The clock advances within a script: a single difference may be due to a millisecond. */
export async function comparedAgain(place: Place, walk: Walk): Promise<Compared> {
  let found = await compare(place, walk);
  for (let more = 2; more > 0 && found.failure !== undefined; more -= 1) found = await compare(place, walk);
  return found;
}
