// Random walks of the model of semaphore and latch, each step compared on a real Redis.

import { countDownChannel, semaphoreChannel } from "../../../src/keys.ts";
import * as generated from "../../../src/lua/generated.ts";
import { type Connection, load } from "../real.ts";
import { randomFrom } from "../walk.ts";
import { Requests } from "./draw.ts";
import { Ledger } from "./ledger.ts";
import { type Event, happen, newWorld, pictured } from "./model.ts";
import { RealCounter } from "./real.ts";

const STEPS_OF_A_WALK = 50;
// Concurrent walks, whose commands share round trips.
const TOGETHER = 20;
const KEYS = "counter-walk:";

export interface CounterWalks {
  readonly steps: number;
  /** M10: the sum over all steps of extra and missing permits and counts. */
  readonly missing: number;
  /** "<op>: <first word of the answer>". */
  readonly answers: ReadonlySet<string>;
  readonly failure: string | undefined;
}

/** Takes at least so many steps, or stops at the first walk that differs. */
export async function walkCounters(
  connection: Connection,
  subscriber: Connection,
  firstSeed: number,
  atLeast: number,
): Promise<CounterWalks> {
  await load(connection, Object.values(generated));
  const heard = new Map<string, string[]>();
  const onMessage = (message: string, channel: string): void => {
    heard.set(channel, [...(heard.get(channel) ?? []), message]);
  };
  await subscriber.pSubscribe([semaphoreChannel(`${KEYS}*`), countDownChannel(`${KEYS}*`)], onMessage);
  const answers = new Set<string>();
  let [steps, missing] = [0, 0];
  let failure: string | undefined;
  for (let seed = firstSeed; steps < atLeast && failure === undefined; seed += TOGETHER) {
    const seeds = Array.from({ length: TOGETHER }, (_, nth) => seed + nth);
    for (const walked of await Promise.all(seeds.map((each) => walk(connection, subscriber, heard, each)))) {
      steps += walked.steps;
      missing += walked.missing;
      for (const answer of walked.answers) answers.add(answer);
      failure ??= walked.failure;
    }
  }
  return { steps, missing, answers, failure };
}

async function walk(
  connection: Connection,
  subscriber: Connection,
  heard: ReadonlyMap<string, string[]>,
  seed: number,
): Promise<CounterWalks> {
  const kind = seed % 4 === 0 ? "latch" : "semaphore";
  const random = randomFrom(seed);
  const [world, real, requests] = [
    newWorld(kind),
    new RealCounter(connection, kind, KEYS + seed),
    new Requests(kind, random),
  ];
  const steps: { event: Event; expected: string; got: Promise<string> }[] = [];
  for (let left = STEPS_OF_A_WALK; left > 0; left -= 1) {
    const event = requests.next();
    const ids = [...requests.ids];
    const expected = `${happen(world, event)}; ${pictured(world, ids)}`;
    const got = Promise.all([real.happen(event, ids), real.look(ids)]).then((parts) => parts.join("; "));
    steps.push({ event, expected, got });
  }
  const ledger = new Ledger();
  const answers = new Set<string>();
  const story: string[] = [`seed ${seed}, ${kind}`];
  let missing = 0;
  let failure: string | undefined;
  for (const { event, expected, got } of steps) {
    const seen = await got.catch(String);
    const [answer = "", picture = ""] = seen.split("; ");
    const number = /^-?\d+/.exec(picture)?.[0];
    ledger.hear(event, answer);
    missing += ledger.missing(number === undefined ? undefined : Number(number));
    answers.add(`${event.op}: ${answer.split(" ")[0]}`);
    story.push(`${JSON.stringify(event)} -> ${seen}`);
    if (seen !== expected) failure ??= [...story, `expected ${expected}`].join("\n  ");
    else if (missing > 0) failure ??= [...story, `by what was told, ${missing} too many or too few`].join("\n  ");
  }
  // A ping arrives after everything that was published before it.
  await subscriber.ping();
  const told = heard.get(real.channel) ?? [];
  if (told.join() !== world.told.join()) failure ??= [...story, `told ${told}, expected ${world.told}`].join("\n  ");
  return { steps: steps.length, missing, answers, failure };
}
