// One fault with one package: opens the stage, and plays the rounds.
import { sequence } from "../../../src/engine/faults/random.ts";
import type { FaultRule } from "../../../src/tools/gateway/gateway.ts";
import type { Outcome } from "../results.ts";
import type { Subject } from "../subjects.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { type Figures, Round } from "./round.ts";
import { type Holder, Stage } from "./stage.ts";

const ROUNDS = 2;
const WARM_UP_MS = 200;

/** The numbers of a fault's schedule: the same for every package, and for each run with this seed. */
export function scheduleOf(fault: Pick<Fault, "id">, seed: number): () => number {
  return sequence(
    seed,
    FAULTS.findIndex(({ id }) => id === fault.id),
  );
}

/** Two holders of one package, ready to play. */
export class Cast {
  readonly stage: Stage;
  readonly victim: Holder;
  readonly other: Holder;
  readonly #hearing: Hearing;

  private constructor(stage: Stage, victim: Holder, other: Holder, hearing: Hearing) {
    this.stage = stage;
    this.victim = victim;
    this.other = other;
    this.#hearing = hearing;
  }

  /** Resolves when scripts are loaded, and connections open. The stage is closed with `opened`. */
  static async open(fault: Fault, { id }: Pick<Subject, "id">, opened: AsyncDisposableStack): Promise<Cast> {
    const stage = opened.use(await Stage.open(id, fault.keepsData === true));
    const hearing: Hearing = { round: undefined };
    const start = async (hasClocks: boolean): Promise<Holder> => {
      const holder: Holder = await stage.startHolder((message) => hearing.round?.hear(holder, message), hasClocks);
      return holder;
    };
    const [victim, other] = await Promise.all([start(fault.hasClocks === true), start(false)]);
    const cast = new Cast(stage, victim, other, hearing);
    await cast.inRound("warm-up", async (round) => {
      for (const holder of [victim, other]) await round.pass(holder, WARM_UP_MS);
    });
    return cast;
  }

  async inRound<Result>(lockName: string, run: (round: Round) => Promise<Result>): Promise<Result> {
    using round = new Round(lockName);
    this.#hearing.round = round;
    const result = await run(round);
    await round.allLeft();
    return result;
  }
}

interface Hearing {
  round: Round | undefined;
}

export async function play(fault: Fault, cast: Cast, seed: number): Promise<Outcome> {
  const { stage, victim, other } = cast;
  const draw = scheduleOf(fault, seed);
  const rounds: Figures[] = [];
  for (let number = 1; number <= (fault.rounds ?? ROUNDS); number += 1) {
    const setFaults = (...rules: FaultRule[]): void => victim.gateway.faults.set({ seed: seed + number, rules });
    const figures = await cast.inRound(`round-${number}`, async (round) => {
      const session = await fault.play({ stage, round, victim, other, setFaults, draw });
      return round.figures(session);
    });
    setFaults();
    rounds.push(figures);
  }
  return outcomeOf(rounds, fault);
}

function outcomeOf(rounds: readonly Figures[], { isHealthy }: Fault): Outcome {
  const sum = (of: (figures: Figures) => number): number => rounds.reduce((total, figures) => total + of(figures), 0);
  const fair = rounds.filter(({ isFair }) => isFair);
  const late = rounds.flatMap(({ learnedLateMs }) => (learnedLateMs === undefined || isHealthy ? [] : [learnedLateMs]));
  const longest = Math.max(...late);
  return {
    overlaps: sum(({ overlaps }) => overlaps),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost),
    idleMs: Math.max(...rounds.map(({ idleMs }) => idleMs)),
    ...(late.length > 0 && { learnedLateMs: Number.isFinite(longest) ? longest : "never" }),
    misled: fair.filter(({ learned }) => learned > 0).length,
    fair: fair.length,
  };
}
