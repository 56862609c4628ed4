// npm run bench -- throughput: cycles of acquire and release a second from this one process, with many in flight.

import { table } from "./table.ts";
import { ThroughputStage } from "./throughput/stage.ts";
import type { Subject } from "./throughput/subjects.ts";
import { subjectsOf } from "./throughput/subjects.ts";
import { wholeNumbers } from "./whole-numbers.ts";

export interface ThroughputOptions {
  readonly inFlight: number;
  readonly rounds: number;
  /** The duration of one subject in one round. */
  readonly ms: number;
}

/** What one subject did in one round. */
interface Round {
  readonly cyclesPerSecond: number;
  readonly cpuUsPerCycle: number;
  readonly requestsPerCycle: number;
}

/** `--in-flight 64 --rounds 7 --ms 1000`. */
export function parseThroughputOptions(args: string[]): ThroughputOptions {
  const defaults = { "in-flight": 64, rounds: 7, ms: 1_000 };
  const usage = "usage: npm run bench -- throughput [--in-flight 64] [--rounds 7] [--ms 1000]";
  return wholeNumbers(args, usage, defaults, (whole) => ({
    inFlight: whole("in-flight", 1, 1_000),
    rounds: whole("rounds", 1, 100),
    ms: whole("ms", 100, 60_000),
  }));
}

export async function runThroughput({ inFlight, rounds, ms }: ThroughputOptions): Promise<void> {
  await using stage = await ThroughputStage.open();
  const subjects = await subjectsOf(stage);
  const results = new Map<Subject, Round[]>(subjects.map((subject) => [subject, []]));
  // The first round warms up. The subjects take turns, so that a busy machine delays all of them alike.
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const result = await measure(stage, subject, inFlight, ms);
      if (round > 0) results.get(subject)?.push(result);
    }
  }
  const bare = results.get(subjects[0] ?? never());
  const rows = [...results].map(([{ name }, all]) => {
    // In pairs of one round, because the machine's speed drifts.
    const over = (member: keyof Round): number =>
      median(all.map((result, at) => result[member] / (bare?.[at]?.[member] ?? Number.NaN)));
    const middle = (member: keyof Round): number => median(all.map((result) => result[member]));
    const [perSecond, cpuUs, requests] = [
      middle("cyclesPerSecond"),
      middle("cpuUsPerCycle"),
      middle("requestsPerCycle"),
    ];
    const ratios = [over("cyclesPerSecond"), over("cpuUsPerCycle")].map((ratio) => ratio.toFixed(2));
    return [name, perSecond, ratios[0] ?? "", cpuUs, ratios[1] ?? "", requests];
  });
  const today = new Date().toISOString().slice(0, 10);
  console.log(`Measured on ${today}, Node ${process.version}: cycles of acquire and release from one process, each on a lock of its own,
${inFlight} in flight, against the gateway in a process of its own on the same machine. Medians of ${rounds} rounds of ${ms} ms, subjects in turn.

${table(["", "cycles a second", "of bare fetch", "client CPU, µs a cycle", "of bare fetch", "requests a cycle"], rows)}`);
}

async function measure(stage: ThroughputStage, subject: Subject, inFlight: number, ms: number): Promise<Round> {
  await stage.requests();
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  let cycles = 0;
  async function loop(name: string): Promise<void> {
    for (; performance.now() - start < ms; cycles += 1) await subject.cycle(name);
  }
  await Promise.all(Array.from({ length: inFlight }, (_, at) => loop(`throughput-${at}`)));
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    cyclesPerSecond: cycles / seconds,
    cpuUsPerCycle: (user + system) / cycles,
    requestsPerCycle: (await stage.requests()) / cycles,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function never(): never {
  throw new Error("there are no subjects");
}
