// Random walks of callers of one single flight, each step compared on a real Redis. The model is written from the
// documented behaviour, not from the Lua.
import { type Course, compared, type Sides } from "../harness/course.ts";
import { type Model, type TakeWalk, walksOf } from "../harness/model.ts";
import { randomFrom } from "../harness/random.ts";
import type { Connection } from "../real.ts";
import { Cast } from "./draw.ts";
import { Judge, type Picture } from "./judge.ts";
import { type Answer, FlightModel } from "./model.ts";
import { type Instead, RealFlight } from "./real.ts";
import { apply, type Step, told } from "./steps.ts";

const DRAWS_OF_A_WALK = 60;

/** What Redis has after a step. `error`: of a script. */
interface Met {
  readonly answer: Answer | undefined;
  readonly error: string;
  readonly picture: Picture;
}

export const singleFlight: Model = {
  name: "single flight",
  metrics: [],
  together: 20,
  async on(redis) {
    return flightWalks(await redis.connect());
  },
};

/** Walks on a Redis that has the scripts. */
export function flightWalks(connection: Connection, instead?: Instead): TakeWalk {
  return walksOf(courseOf, ({ steps }) => compared(steps, () => sidesOf(connection, steps, instead)));
}

function courseOf(seed: number): Course<Step> {
  const cast = new Cast(randomFrom(seed));
  for (let left = DRAWS_OF_A_WALK; left > 0; left -= 1) cast.draw();
  return { steps: cast.steps };
}

let runs = 0;

function sidesOf(connection: Connection, steps: readonly Step[], instead: Instead | undefined): Sides<Step, Met> {
  runs += 1;
  const key = `flight:${runs}`;
  const real = new RealFlight(connection, key, steps, instead);
  const model = new FlightModel();
  const judge = new Judge();
  return {
    begins: key,
    take(step) {
      if (step.kind === "lost") return undefined;
      const taken = real.take(step).then(
        (answer) => ({ answer, error: "" }),
        (error: unknown) => ({ answer: undefined, error: String(error) }),
      );
      return Promise.all([taken, real.look()]).then(([answered, picture]) => ({ ...answered, picture }));
    },
    follow(step, met) {
      const answer = apply(model, step);
      const line = `${told(step)}${answer === undefined ? "" : ` -> ${JSON.stringify(answer)}`}`;
      const picture = met?.picture ?? model.seen();
      return {
        line,
        answers: step.kind === "run" && answer !== undefined ? [answerKind(step.request.kind, answer)] : [],
        expected: [JSON.stringify(answer), JSON.stringify(model.seen())],
        met: [met?.error || JSON.stringify(met?.answer), JSON.stringify(picture)],
        wrong: judge.check(step, met?.answer, picture),
      };
    },
  };
}

function answerKind(request: string, answer: Answer): string {
  return `${request}: ${answer.kind === "ended" ? answer.end : answer.kind}`;
}
