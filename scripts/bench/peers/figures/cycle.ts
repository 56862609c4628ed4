// One cycle: requests, commands, and latency over the floor.
import { Isolates } from "../isolates.ts";
import { except, type Run, say } from "../run.ts";
import { summarize } from "../statistics.ts";
import type { Endpoint, Subject } from "../subject.ts";

const COUNTED = 20;
const WARM = 30;

export async function measureCycles(run: Run): Promise<void> {
  const { stage, record, isQuick } = run;
  // A waiter's means do not matter here.
  const subjects = [...except(run.subjects, "leasehound-polling"), ...run.floors];
  say("cycle, at the round trip");
  await using far = await openEach(subjects, stage.far);
  for (const { subject, isolates } of far.all) {
    const lockName = stage.newName();
    await isolates.call(0, { task: "cycles", lockName, count: 3 });
    const { requests, commands } = await stage.measure(() =>
      isolates.call(0, { task: "cycles", lockName, count: COUNTED }),
    );
    if (subject.over === "HTTP") record.set("requests", subject, { median: requests / COUNTED });
    record.set("commands", subject, { median: commands / COUNTED });
  }
  const farTimes = await interleaved(run, far.all, isQuick ? 2 : 8, isQuick ? 3 : 5);
  say("cycle, without a round trip");
  await using near = await openEach(except(subjects, "redisson"), stage.near);
  const nearTimes = await interleaved(run, near.all, isQuick ? 3 : 10, isQuick ? 20 : 40);
  for (const [figure, overFloor, times] of [
    ["cycle-far", "cycle-far-floor", farTimes],
    ["cycle-near", "cycle-near-floor", nearTimes],
  ] as const) {
    const values = [...times].map(([subject, samples]) => ({ subject, value: summarize(samples) }));
    for (const { subject, value } of values) {
      record.set(figure, subject, value);
      const floor = values.find((other) => other.subject.whose === "floor" && other.subject.over === subject.over);
      if (value === undefined || floor?.value === undefined) continue;
      record.set(overFloor, subject, { median: value.median / floor.value.median });
    }
  }
}

export interface Opened {
  readonly subject: Subject;
  readonly isolates: Isolates;
}

/** This many isolates of each package. */
export async function openEach(
  subjects: readonly Subject[],
  endpoint: Endpoint,
  count = 1,
): Promise<AsyncDisposable & { readonly all: readonly Opened[] }> {
  await using opening = new AsyncDisposableStack();
  const all: Opened[] = [];
  for (const subject of subjects) {
    all.push({ subject, isolates: opening.use(await Isolates.open(subject, count, endpoint)) });
  }
  const opened = opening.move();
  return { all, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The subjects take turns, so that other work of the machine slows all of them down. */
async function interleaved(
  { stage }: Run,
  all: readonly Opened[],
  rounds: number,
  count: number,
): Promise<Map<Subject, number[]>> {
  const times = new Map<Subject, number[]>();
  const lockName = stage.newName();
  for (const { subject, isolates } of all) {
    times.set(subject, []);
    await isolates.call(0, { task: "cycles", lockName: `${lockName}-${subject.id}`, count: Math.min(WARM, count) });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { subject, isolates } of all) {
      const order = { task: "cycles", lockName: `${lockName}-${subject.id}`, count } as const;
      times.get(subject)?.push(...(await isolates.call<number[]>(0, order)));
    }
  }
  return times;
}
