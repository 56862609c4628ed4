// npm run test:full -- planted [id…] [--seconds 120]
//
// The power of the simulation: how many of the planted bugs it finds. `seconds`: the processor time for each bug. A world
// finds a bug if the world has a problem with the bug, and no problem without it. Fails below 85 %.
import { parseArgs } from "node:util";
import { type Compiled, compiledFrom } from "../bundle.ts";
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
/** The worlds that have a problem without any bug. They show nothing. */
const unusable = new Set<number>();
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

/** Plays worlds with the bug until one finds it, or the time has passed. */
async function isFound(bug: PlantedBug): Promise<boolean> {
  const wrong = await compiledFrom(editsOf(bug));
  const begun = process.cpuUsage();
  const seconds = (): number => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  let worlds = 0;
  for (let seed = 1; seconds() < limitSeconds; seed += 1) {
    if (unusable.has(seed)) continue;
    worlds += 1;
    const problem = await problemIn(wrong, seed);
    if (problem === undefined) continue;
    const usual = await problemIn(right, seed);
    if (usual === undefined) {
      console.log(`${bug.id}: found in ${seconds().toFixed(1)} s, ${worlds} worlds: ${problem}`);
      return true;
    }
    unusable.add(seed);
    console.log(`without a bug, too: ${usual}`);
  }
  console.log(`${bug.id}: not found in ${seconds().toFixed(1)} s, ${worlds} worlds`);
  return false;
}

/** Plays one world, and returns its first problem in one line. */
async function problemIn(compiled: Compiled, seed: number): Promise<string | undefined> {
  const profile = PROFILES[seed % PROFILES.length] ?? "clean";
  const { problems } = await simulate(compiled, seed, profileOf(profile, seed));
  return problems[0] && `${profile} world ${seed}: ${problems[0].split("\n", 2).join(" ")}`;
}
