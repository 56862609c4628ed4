// Cycles a second and their processor time, from one process.
import type { Flood } from "../isolate.ts";
import { except, type Run, say } from "../run.ts";
import { summarize } from "../statistics.ts";
import { openEach } from "./cycle.ts";

const AT_ONCE = 64;
const FLOOD_MS = 1_000;

export async function measureSpeed({ stage, record, isQuick, subjects, floors }: Run): Promise<void> {
  say("cycles a second");
  // The bridge to the Java process would be measured with Redisson. A waiter's means do not matter here.
  const measured = [...except(subjects, "redisson", "leasehound-polling"), ...floors];
  await using opened = await openEach(measured, stage.near);
  const floods = new Map(opened.all.map(({ subject }) => [subject, [] as Flood[]]));
  for (let round = -1; round < (isQuick ? 1 : 4); round += 1) {
    for (const { subject, isolates } of opened.all) {
      const order = { task: "floods", lockName: stage.newName(), count: AT_ONCE, forMs: FLOOD_MS } as const;
      const flood = await isolates.call<Flood>(0, order);
      // The first round warms up.
      if (round >= 0) floods.get(subject)?.push(flood);
    }
  }
  for (const [subject, all] of floods) {
    record.set("speed-cycles", subject, summarize(all.map(({ cyclesPerSecond }) => cyclesPerSecond)));
    record.set("speed-cpu", subject, summarize(all.map(({ cpuUsPerCycle }) => cpuUsPerCycle)));
  }
}
