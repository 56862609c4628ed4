// npm run bench -- peers: every figure beside the packages of others, in one run. Writes docs/audit/compare.md
// and a line of the README.
import { cpus, loadavg, platform } from "node:os";
import { missingTool } from "../../test/together/interop/redisson-build.ts";
import { measureCycles } from "./peers/figures/cycle.ts";
import { measureDead } from "./peers/figures/dead.ts";
import { measureCrowds } from "./peers/figures/queue.ts";
import { measureRenewal } from "./peers/figures/renewal.ts";
import { measureSize } from "./peers/figures/size.ts";
import { measureSpeed } from "./peers/figures/speed.ts";
import type { SectionId } from "./peers/figures.ts";
import { ALL_SECTIONS, type PeersOptions } from "./peers/options.ts";
import { resultTables } from "./peers/page.ts";
import { Recorder, type Results, readResults, writeResults } from "./peers/results.ts";
import { type Run, say } from "./peers/run.ts";
import { PeersStage } from "./peers/stage.ts";
import type { Subject } from "./peers/subject.ts";
import { SUBJECTS } from "./peers/subjects.ts";
import { writePages } from "./peers/write.ts";

const ROUND_TRIP_MS = 20;
const SLOW_ROUND_TRIP_MS = 100;

export async function runPeers({ sections, isQuick, isRender }: PeersOptions): Promise<void> {
  if (isRender) {
    writePages(readResults());
    return;
  }
  const start = performance.now();
  const results = await measureAll(sections, isQuick);
  console.log(resultTables(results));
  say(`took ${Math.round((performance.now() - start) / 1_000)} s`);
  if (isQuick || sections.length < ALL_SECTIONS.length) return;
  writeResults(results);
  writePages(readResults());
}

async function measureAll(sections: readonly SectionId[], isQuick: boolean): Promise<Results> {
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const { subjects, skipped } = await available();
  for (const line of skipped) say(line);
  await using stage = await PeersStage.open(ROUND_TRIP_MS, SLOW_ROUND_TRIP_MS);
  const record = new Recorder();
  const run: Run = {
    ...{ stage, record, isQuick, skipped },
    subjects: subjects.filter(({ whose }) => whose !== "floor"),
    floors: subjects.filter(({ whose }) => whose === "floor"),
  };
  if (sections.includes("size")) await measureSize(run);
  if (sections.includes("cycle")) await measureCycles(run);
  await measureCrowds(run, sections);
  if (sections.includes("dead")) await measureDead(run);
  if (sections.includes("renewal")) await measureRenewal(run);
  if (sections.includes("speed")) await measureSpeed(run);
  return {
    day: new Date().toISOString().slice(0, 10),
    machine: {
      platform: platform(),
      cores: cpus().length,
      node: process.version,
      redis: await stage.redisVersion(),
      load,
    },
    ...{ roundTripMs: ROUND_TRIP_MS, isQuick, skipped, measured: record.measured },
    subjects: subjects.map(({ id, title, over, whose }) => ({ id, title, over, whose })),
  };
}

/** Tells the subjects that can be measured here from the others. */
async function available(): Promise<{ subjects: Subject[]; skipped: string[] }> {
  const missing = await missingTool();
  const reasons = new Map<string, string>();
  if (missing !== undefined) reasons.set("redisson", `Redisson is not measured: ${missing} was not found.`);
  return { subjects: SUBJECTS.filter(({ id }) => !reasons.has(id)), skipped: [...reasons.values()] };
}
