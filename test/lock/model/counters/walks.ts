// Random walks of the model of semaphore and latch, each step compared on a real Redis.
import { countDownChannel, semaphoreChannel } from "../../../../src/lock/keys.ts";
import { type Course, compared, type Sides } from "../harness/course.ts";
import { type Heard, hearing, messagesOf } from "../harness/messages.ts";
import { type Model, walksOf } from "../harness/model.ts";
import { randomFrom } from "../harness/random.ts";
import type { Connection } from "../real.ts";
import { Requests } from "./draw.ts";
import { Ledger } from "./ledger.ts";
import { type Event, happen, newWorld, pictured, type World } from "./model.ts";
import { RealCounter } from "./real.ts";

const STEPS_OF_A_WALK = 50;
const KEYS = "counter-walk:";

interface Step {
  readonly event: Event;
  /** Of every request so far. */
  readonly ids: readonly string[];
}

interface CounterCourse extends Course<Step> {
  readonly kind: World["kind"];
}

interface Met {
  readonly answer: string;
  readonly picture: string;
}

export const semaphoreAndLatch: Model = {
  name: "semaphore and latch",
  metrics: [],
  together: 20,
  async on(redis) {
    const connection = await redis.connect();
    const channels = [semaphoreChannel(`${KEYS}*`), countDownChannel(`${KEYS}*`)];
    const heard = await hearing(await redis.connect(), channels);
    return walksOf(courseOf, ({ kind, steps }) => compared(steps, () => sidesOf(connection, heard, kind)));
  },
};

function courseOf(seed: number): CounterCourse {
  const kind = seed % 4 === 0 ? "latch" : "semaphore";
  const requests = new Requests(kind, randomFrom(seed));
  const steps = Array.from({ length: STEPS_OF_A_WALK }, () => {
    const event = requests.next();
    return { event, ids: [...requests.ids] };
  });
  return { kind, steps };
}

let runs = 0;

function sidesOf(connection: Connection, heard: Heard, kind: World["kind"]): Sides<Step, Met> {
  runs += 1;
  const real = new RealCounter(connection, kind, KEYS + runs);
  const world = newWorld(kind);
  const ledger = new Ledger();
  return {
    begins: kind,
    messages: messagesOf(connection, heard, real.channel),
    async take({ event, ids }) {
      const [answer, picture] = await Promise.all([real.happen(event, ids).catch(String), real.look(ids)]);
      return { answer, picture };
    },
    follow({ event, ids }, met = { answer: "", picture: "" }, lines) {
      const before = world.told.length;
      const expected = [happen(world, event), pictured(world, ids), `told ${world.told.slice(before)}`];
      const number = /^-?\d+/.exec(met.picture)?.[0];
      ledger.hear(event, met.answer);
      // Permits and counts that are extra or missing, by what callers were told.
      const missing = ledger.missing(number === undefined ? undefined : Number(number));
      return {
        line: `${JSON.stringify(event)} -> ${met.answer}; ${met.picture}`,
        answers: [`${event.op}: ${met.answer.split(" ")[0]}`],
        expected,
        met: [met.answer, met.picture, `told ${lines}`],
        wrong: missing === 0 ? undefined : `M10: ${missing} too many or too few`,
      };
    },
  };
}
