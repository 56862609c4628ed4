// Random walks of the model of semaphore and latch, each step compared on a real Redis.
import { countDownChannel, semaphoreChannel } from "../../../../src/lock/keys.ts";
import { type Heard, hearing, type Model, type Walked } from "../harness.ts";
import type { Connection } from "../real.ts";
import { randomFrom } from "../walk.ts";
import { Requests } from "./draw.ts";
import { Ledger } from "./ledger.ts";
import { type Event, happen, newWorld, pictured } from "./model.ts";
import { RealCounter } from "./real.ts";

const STEPS_OF_A_WALK = 50;
const KEYS = "counter-walk:";

export const semaphoreAndLatch: Model = {
  name: "semaphore and latch",
  metrics: [],
  together: 20,
  async on(redis) {
    const connection = await redis.connect();
    const channels = [semaphoreChannel(`${KEYS}*`), countDownChannel(`${KEYS}*`)];
    const heard = await hearing(await redis.connect(), channels);
    return (seed) => walk(connection, heard, seed);
  },
};

async function walk(connection: Connection, heard: Heard, seed: number): Promise<Walked> {
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
  const story: string[] = [kind];
  // M10: permits and counts that are extra or missing after a step.
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
  const told = await heard(real.channel);
  if (told.join() !== world.told.join()) failure ??= [...story, `told ${told}, expected ${world.told}`].join("\n  ");
  return { steps: steps.length, answers, failure };
}
