// One cycle: requests, commands and latency; and the processor time of many in flight.
import { say } from "../settings.ts";
import { quantile, summarize } from "../statistics.ts";
import type { Flood } from "./protocol.ts";
import { type Opened, openEach, type Run } from "./run.ts";

const COUNTED = 20;
const WARM = 100;
const AT_ONCE = 64;
const FLOOD_MS = 1_000;

/** Our own locks, and the same scripts sent bare by the same client. */
const SAME_SCRIPTS: Readonly<Record<string, string>> = {
  leasehound: "same-fetch",
  "leasehound-ioredis": "same-ioredis",
  "leasehound-node-redis": "same-node-redis",
};

export async function measureCycles(run: Run): Promise<void> {
  const { stage, record, isQuick, subjects } = run;
  await using opened = new AsyncDisposableStack();
  say("cycle, at the round trip");
  const far = await openEach(opened, subjects, stage.far.endpoint);
  for (const { subject, isolates } of far) {
    const lockName = stage.newName();
    await isolates.call(0, { task: "cycles", lockName, count: 3 });
    const { requests, commands } = await stage.measure(() =>
      isolates.call(0, { task: "cycles", lockName, count: COUNTED }),
    );
    if (subject.over === "HTTP") record("requests", subject, { median: requests / COUNTED });
    record("commands", subject, { median: commands / COUNTED });
  }
  for (const [{ subject }, rounds] of await inTurns(run, far, isQuick ? 1 : 8, 5)) {
    record("cycle-far", subject, summarize(rounds.flat()));
  }
  say("cycle, without a round trip");
  const near = await openEach(opened, nearOf(run), stage.near);
  const all = await inTurns(run, near, isQuick ? 2 : 30, isQuick ? 20 : 100);
  const roundsOf = (id: string | undefined) => [...all].find(([{ subject }]) => subject.id === id)?.[1];
  for (const [{ subject }, rounds] of all) {
    record("cycle-near", subject, summarize(rounds.flat()));
    record("over-scripts", subject, ratio(rounds, roundsOf(SAME_SCRIPTS[subject.id])));
    if (subject.over === "TCP") record("over-semaphore", subject, ratio(rounds, roundsOf("redis-semaphore")));
  }
}

/** The bridge to the Java process would be measured with Redisson. */
const nearOf = ({ subjects }: Run) => subjects.filter(({ id }) => id !== "redisson");

/** The median of the ratios of each round, because the machine's speed drifts. */
function ratio(own: readonly number[][], other: readonly number[][] | undefined): { median: number } | undefined {
  if (other === undefined) return undefined;
  const medianOf = (samples: readonly number[] = []): number => quantile(samples, 0.5) ?? Number.NaN;
  return { median: medianOf(own.map((times, round) => medianOf(times) / medianOf(other[round]))) };
}

/** Returns the times of each round. The subjects take turns, so that other work slows all of them down. */
async function inTurns(
  { stage }: Run,
  all: readonly Opened[],
  rounds: number,
  count: number,
): Promise<Map<Opened, number[][]>> {
  const lockName = stage.newName();
  const order = ({ subject }: Opened) => ({ task: "cycles", lockName: `${lockName}-${subject.id}` }) as const;
  const times = new Map(all.map((one) => [one, [] as number[][]]));
  for (const one of all) await one.isolates.call(0, { ...order(one), count: Math.min(WARM, count) });
  for (let round = 0; round < rounds; round += 1) {
    for (const [one, own] of times) own.push(await one.isolates.call(0, { ...order(one), count }));
  }
  return times;
}

export async function measureCpu(run: Run): Promise<void> {
  const { stage, record, isQuick } = run;
  say("cycles a second, and their processor time");
  await using opened = new AsyncDisposableStack();
  const floods = new Map((await openEach(opened, nearOf(run), stage.near)).map((one) => [one, [] as Flood[]]));
  for (let round = -1; round < (isQuick ? 1 : 5); round += 1) {
    for (const [{ isolates }, all] of floods) {
      const order = { task: "flood", lockName: stage.newName(), count: AT_ONCE, ms: FLOOD_MS } as const;
      const flood = await isolates.call<Flood>(0, order);
      // The first round warms up.
      if (round >= 0) all.push(flood);
    }
  }
  for (const [{ subject }, all] of floods) {
    record("speed-cycles", subject, summarize(all.map(({ cyclesPerSecond }) => cyclesPerSecond)));
    record("speed-cpu", subject, summarize(all.map(({ cpuUsPerCycle }) => cpuUsPerCycle)));
  }
}
