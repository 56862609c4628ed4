// npm run test:full -- planted [id…] [--seconds 120]
//
// The power of the simulation: how many of the planted bugs it finds. `seconds`: the processor time for each bug. Fails
// below 85 %. These find a bug:
// - a directed world that has a problem
// - a figure that the bug changes
// - a world that has a problem with the bug, and no problem without it. A bug changes the course of a world, so a fault of
//   the sources may show in any world: a kind of problem that worlds without a bug have finds nothing
import { parseArgs } from "node:util";
import { type Compiled, compiledFrom } from "../bundle.ts";
import { DIRECTED, VARIED } from "../directed/plays.ts";
import { FIGURES, lineOf } from "../figures.ts";
import { type ProfileName, profileOf } from "../profile.ts";
import { simulate } from "../simulate.ts";
import { BUGS } from "./bugs.ts";
import { editsOf } from "./edits-of.ts";
import { EQUIVALENTS } from "./equivalents.ts";
import type { PlantedBug } from "./planted-bug.ts";

const LEAST_PERCENT = 85;
// In turn: each finds bugs that the others hide.
const PROFILES = ["clean", "faulty", "quiet"] as const satisfies readonly ProfileName[];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "120" } },
});
const limitSeconds = Number(values.seconds);
if (!(limitSeconds > 0)) throw new Error("--seconds must be a number above 0");
const bugs = chosen(positionals);

const right = await compiledFrom();
const plays = [...DIRECTED, ...VARIED];
/** The worlds that have a problem without a bug, and the kinds of their problems. */
const unusable = new Set<number>();
const usual = new Set<string>();
const figures = new Map<string, string>();
for (const figure of FIGURES) figures.set(figure.title, await lineOf(right, figure));
for (const { title, play } of plays) {
  const [problem] = await play(right);
  if (problem !== undefined) throw new Error(`without a bug: ${title}: ${problem}`);
}
await playRight();
let found = 0;
for (const bug of bugs) if (await isFound(bug)) found += 1;
const percent = bugs.length === 0 ? 100 : (100 * found) / bugs.length;
console.log(`${found} of ${bugs.length} found (${percent.toFixed(0)} %)`);
process.exit(percent < LEAST_PERCENT ? 1 : 0);

/** Returns the bugs with these ids, or all, without the equivalent ones. */
function chosen(ids: readonly string[]): readonly PlantedBug[] {
  const wrong = ids.find((id) => !BUGS.some((bug) => bug.id === id));
  if (wrong !== undefined) throw new Error(`there is no planted bug ${wrong}: see the ids in planted/bugs.ts`);
  const asked = BUGS.filter(({ id }) => ids.length === 0 || ids.includes(id));
  for (const { id } of asked) if (EQUIVALENTS[id] !== undefined) console.log(`${id}: equivalent: ${EQUIVALENTS[id]}`);
  return asked.filter(({ id }) => EQUIVALENTS[id] === undefined);
}

/** Plays worlds without a bug for as long as those of a bug. */
async function playRight(): Promise<void> {
  const seconds = stopwatch();
  let seed = 0;
  while (seconds() < limitSeconds) {
    seed += 1;
    await usesRight(seed);
  }
  console.log(`without a bug: ${unusable.size} of ${seed} worlds have a problem`);
}

/** Returns whether a world has no problem without a bug. */
async function usesRight(seed: number): Promise<boolean> {
  const problem = await problemIn(right, seed);
  if (problem === undefined) return true;
  console.log(`without a bug: ${problem.world}: ${problem.text}`);
  unusable.add(seed);
  usual.add(problem.kind);
  return false;
}

/** Plays directed worlds with the bug, measures, and plays others, until the bug is found or the time has passed. */
async function isFound(bug: PlantedBug): Promise<boolean> {
  const wrong = await compiledFrom(editsOf(bug));
  const seconds = stopwatch();
  for (const { title, play } of plays) {
    if (seconds() >= limitSeconds) break;
    const [problem] = await play(wrong);
    if (problem === undefined) continue;
    console.log(`${bug.id}: found in ${seconds().toFixed(1)} s, ${title}: ${firstLine(problem)}`);
    return true;
  }
  for (const figure of FIGURES) {
    if (seconds() >= limitSeconds) break;
    const line = await lineOf(wrong, figure).catch(String);
    if (line === figures.get(figure.title)) continue;
    console.log(`${bug.id}: found in ${seconds().toFixed(1)} s, figure: ${line}`);
    return true;
  }
  let worlds = 0;
  for (let seed = 1; seconds() < limitSeconds; seed += 1) {
    if (unusable.has(seed)) continue;
    worlds += 1;
    const problem = await problemIn(wrong, seed);
    if (problem === undefined || usual.has(problem.kind) || !(await usesRight(seed))) continue;
    console.log(`${bug.id}: found in ${seconds().toFixed(1)} s, ${worlds} worlds, ${problem.world}: ${problem.text}`);
    return true;
  }
  console.log(`${bug.id}: not found in ${seconds().toFixed(1)} s, ${worlds} worlds`);
  return false;
}

/** Returns a function that returns the processor time of this process from now on, in seconds. */
function stopwatch(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
}

interface Problem {
  readonly world: string;
  /** Its first line, without the time. */
  readonly text: string;
  /** Its words before a number or a name. */
  readonly kind: string;
}

/** Plays one world, and returns its first problem. */
async function problemIn(compiled: Compiled, seed: number): Promise<Problem | undefined> {
  const profile = PROFILES[seed % PROFILES.length] ?? "clean";
  const [problem] = (await simulate(compiled, seed, profileOf(profile, seed))).problems;
  if (problem === undefined) return undefined;
  const text = firstLine(problem);
  const [kind = ""] = text.split(/[-:]/, 1);
  return { world: `${profile} world ${seed}`, text, kind };
}

/** Returns a problem without its time and its stack. */
function firstLine(problem: string): string {
  return problem.replace(/^[\d.]+ /, "").split("\n", 1)[0] ?? "";
}
