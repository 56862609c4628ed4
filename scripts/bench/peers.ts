// npm run bench -- peers: our locks beside the packages of others.
import { missingTool } from "../../test/together/interop/redisson-build.ts";
import { billTable, compareRegion, writePages } from "./page.ts";
import { measureBills } from "./peers/bills.ts";
import { measureCpu, measureCycles } from "./peers/cycle.ts";
import { type FigureId, TASKS, type TaskId } from "./peers/figures.ts";
import { measureHandovers } from "./peers/handover.ts";
import type { Run } from "./peers/run.ts";
import { LOCK_ALONE, measureSizes } from "./peers/size.ts";
import { type Machine, type Results, readResults, thisMachine, writeResults } from "./results.ts";
import { chosen, type Options, say } from "./settings.ts";
import { Stage } from "./stage.ts";
import type { Value } from "./statistics.ts";
import { SUBJECTS, type Subject } from "./subjects.ts";

const MEASURE: Readonly<Record<TaskId, (run: Run) => Promise<void>>> = {
  cycle: measureCycles,
  cpu: measureCpu,
  handover: measureHandovers,
  size: measureSizes,
  bills: measureBills,
};

export async function runPeers(options: Options): Promise<void> {
  const tasks = chosen(TASKS, options);
  const { subjects, skipped } = await available();
  for (const line of skipped) say(line);
  const machines: Partial<Record<TaskId, Machine>> = {};
  const measured: Partial<Record<FigureId, Record<string, Value>>> = {};
  await using stage = await Stage.open();
  const record: Run["record"] = (figure, { id }, value) => {
    if (value !== undefined) measured[figure] = { ...measured[figure], [id]: value };
  };
  for (const task of tasks) {
    machines[task] = thisMachine();
    await MEASURE[task]({ stage, isQuick: options.isQuick, subjects, record });
  }
  say("done");
  const shown = [...subjects, LOCK_ALONE].map(({ id, title, over, whose }) => ({ id, title, over, whose }));
  const earlier = readResults();
  const fresh: Results = {
    ...earlier,
    machines,
    measured,
    redis: await stage.redisVersion(),
    subjects: shown,
    skipped,
  };
  console.log(`${compareRegion(fresh)}\n\n${billTable(fresh)}`);
  if (!options.isWritten) return;
  // What was not measured now stays as it was.
  writeResults({
    ...fresh,
    machines: { ...earlier.machines, ...machines },
    measured: { ...earlier.measured, ...measured },
  });
  writePages(readResults());
}

/** Tells the subjects that can be measured here from the others. */
async function available(): Promise<{ subjects: readonly Subject[]; skipped: string[] }> {
  const missing = await missingTool();
  if (missing === undefined) return { subjects: SUBJECTS, skipped: [] };
  const skipped = [`Redisson was not measured: ${missing} was not found.`];
  return { subjects: SUBJECTS.filter(({ id }) => id !== "redisson"), skipped };
}
