// npm run bench -- tcp: cycles over ioredis and node-redis without a round trip, beside the same scripts sent bare and
// redis-semaphore, and hand-overs between processes at a round trip of 20 ms.
import { loadavg } from "node:os";
import { handOver, settledMsOf } from "./peers/figures/between.ts";
import { Isolates } from "./peers/isolates.ts";
import { PeersStage } from "./peers/stage.ts";
import { quantile } from "./peers/statistics.ts";
import { SUBJECTS } from "./peers/subjects.ts";
import { table } from "./table.ts";
import { type Subject, subjectsOf } from "./tcp/subjects.ts";
import { wholeNumbers } from "./whole-numbers.ts";

const ROUND_TRIP_MS = 20;
const HAND_OVER_GOAL_MS = 26;

export interface TcpOptions {
  readonly rounds: number;
  /** Of one subject in one round. */
  readonly cycles: number;
  readonly handOvers: number;
}

/** `--rounds 40 --cycles 100 --hand-overs 24`. */
export function parseTcpOptions(args: string[]): TcpOptions {
  const defaults = { rounds: 40, cycles: 100, "hand-overs": 24 };
  const usage = "usage: npm run bench -- tcp [--rounds 40] [--cycles 100] [--hand-overs 24]";
  return wholeNumbers(args, usage, defaults, (whole) => ({
    rounds: whole("rounds", 1, 1_000),
    cycles: whole("cycles", 1, 10_000),
    handOvers: whole("hand-overs", 0, 1_000),
  }));
}

export async function runTcp({ rounds, cycles, handOvers }: TcpOptions): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  console.log(`Measured on ${today}, Node ${process.version}, at a load of ${loadavg()[0]?.toFixed(1)}.`);
  await using stage = await PeersStage.open(ROUND_TRIP_MS, ROUND_TRIP_MS);
  await using opened = new AsyncDisposableStack();
  const subjects = await subjectsOf(stage.near.redisUrl, opened);
  const times = await inTurns(subjects, rounds, cycles);
  console.log(`
A cycle of acquire and release, one after the other, without a round trip: medians of ${rounds} rounds of ${cycles}.

${table(["", "ms", "of the bare scripts", "of redis-semaphore"], cycleRows(subjects, times))}`);
  if (handOvers === 0) return;
  console.log(`
Hand-overs from one process to the only waiter, in another, at a round trip of ${ROUND_TRIP_MS} ms.

${table(["", "median ms", "95 %", "goal"], await handOverRows(stage, handOvers))}`);
}

/** Returns the median of each round. The subjects take turns, so that other work slows all of them down. */
async function inTurns(subjects: readonly Subject[], rounds: number, cycles: number): Promise<Map<Subject, number[]>> {
  const medians = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, subject] of subjects.entries()) {
      const times: number[] = [];
      for (let nth = 0; nth < cycles; nth += 1) {
        const start = performance.now();
        await subject.cycle(`bench-tcp-${at}`);
        times.push(performance.now() - start);
      }
      if (round > 0) medians.get(subject)?.push(median(times));
    }
  }
  return medians;
}

function cycleRows(subjects: readonly Subject[], times: ReadonlyMap<Subject, number[]>): (string | number)[][] {
  return subjects.map((subject) => {
    const own = times.get(subject) ?? [];
    const ratios = [/EVALSHA/, /^redis-semaphore/].map((pattern) => {
      const goal = subject.goals.find(({ of }) => pattern.test(of));
      const other = times.get(subjects.find(({ name }) => name === goal?.of) ?? subject) ?? [];
      if (goal === undefined) return "";
      // In pairs of one round, because the machine's speed drifts.
      const ratio = median(own.map((time, round) => time / (other[round] ?? Number.NaN)));
      return `${ratio.toFixed(2)} (goal ${goal.times})`;
    });
    return [subject.name, median(own).toFixed(3), ...ratios];
  });
}

async function handOverRows(stage: PeersStage, count: number): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for (const subject of SUBJECTS.filter(({ whose, over }) => whose === "ours" && over === "TCP")) {
    await using isolates = await Isolates.open(subject, 2, stage.far);
    const times: number[] = [];
    for (let round = 0; round < count; round += 1) {
      times.push(...(await handOver(isolates, round, stage.newName(), settledMsOf(ROUND_TRIP_MS, round, count))));
    }
    rows.push([subject.title, median(times).toFixed(1), quantile(times, 0.95)?.toFixed(1) ?? "", HAND_OVER_GOAL_MS]);
  }
  return rows;
}

function median(samples: readonly number[]): number {
  return quantile(samples, 0.5) ?? Number.NaN;
}
