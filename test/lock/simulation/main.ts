// `npm run test:full -- simulate`: simulated worlds by command.
//
// -- --seed N [--profile NAME] [--log] [--shrink]: one world, with its log, or with the smallest profile that still
//    fails. Default: faulty. The names are in profile.ts
// -- --operations N [--seed FIRST] [--cpu SECONDS]: worlds of all profiles until so many operations, or seconds of CPU.
//    Without FIRST, from a fresh seed on
// -- --beside FOLDER, with one of these: every other isolate has the sources of that checkout of another version
// -- --figures [--write]: the figures, compared with figures.txt, or written there
// -- --shares [--write]: how isolates and other programs share a lock, compared with shares.txt, or written there
// -- --deviations [--write]: all kinds on databases that are not Redis, compared with deviations.txt, or written there
// -- --deviation NAME --program NAME --seed N [--log]: one of these worlds
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { DEVIATIONS } from "../../../src/engine/simulation/deviation.ts";
import { type Compiled, compiledFrom } from "./bundle.ts";
import * as deviations from "./deviations.ts";
import * as figures from "./figures.ts";
import { PROFILES, type Profile, type ProfileName, profileOf } from "./profile.ts";
import { RUN } from "./programs.ts";
import * as shares from "./shares.ts";
import { simulate } from "./simulate.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    profile: { type: "string" },
    log: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    operations: { type: "string" },
    beside: { type: "string" },
    cpu: { type: "string" },
    figures: { type: "boolean", default: false },
    shares: { type: "boolean", default: false },
    deviations: { type: "boolean", default: false },
    deviation: { type: "string" },
    program: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

const DEFAULT_OPERATIONS = 100_000;
if (values.deviation !== undefined && (values.seed === undefined || isLong() || values.shrink)) {
  throw new Error("--deviation plays one world: give it --program and --seed, and neither --shrink nor a length");
}
const compiled: Compiled = {
  ...(await compiledFrom()),
  ...(values.beside !== undefined && { beside: await compiledFrom([], resolve(values.beside)) }),
};
// Stacks would be a tenth of the work. A seed that fails is played again, with them.
if (values.seed === undefined || isLong()) Error.stackTraceLimit = 0;
const isRight = await (values.figures
  ? compared("figures.txt", figures.table)
  : values.shares
    ? compared("shares.txt", shares.table)
    : values.deviations
      ? compared("deviations.txt", deviations.table)
      : values.seed !== undefined && !isLong()
        ? oneSeed()
        : many());
process.exitCode = isRight ? 0 : 1;

function isLong(): boolean {
  return values.operations !== undefined || values.cpu !== undefined;
}

function profileName(name = "faulty"): ProfileName {
  return oneOf("profile", PROFILES, name);
}

/** Returns the name, if the record has it. */
function oneOf<Name extends string>(option: string, record: Readonly<Record<Name, unknown>>, name: string): Name {
  const isName = (each: string): each is Name => Object.hasOwn(record, each);
  if (isName(name)) return name;
  throw new Error(`--${option} must be one of ${Object.keys(record).join(", ")}`);
}

async function oneSeed(): Promise<boolean> {
  const seed = Number(values.seed);
  const name = profileName(values.profile);
  if (values.shrink) return shrunk(seed, name);
  const onLine = values.log ? (line: string) => console.log(line) : undefined;
  const result = await simulate(compiled, seed, cellProfile(seed) ?? profileOf(name, seed), { onLine });
  console.log(result);
  return result.problems.length === 0;
}

/** Returns the profile of a world of the table of deviations, if the options name one. */
function cellProfile(seed: number): Profile | undefined {
  if (values.deviation === undefined) return undefined;
  const deviation = oneOf("deviation", DEVIATIONS, values.deviation);
  return deviations.profileOf({ deviation, program: oneOf("program", RUN, values.program ?? "") }, seed);
}

/** Looks for a smaller profile that fails with the same seed. */
async function shrunk(seed: number, name: ProfileName): Promise<boolean> {
  const property = fc.asyncProperty(PROFILES[name], async (profile) => {
    const { problems } = await simulate(compiled, seed, profile);
    if (problems[0] !== undefined) throw new Error(problems[0]);
  });
  // Its first value is that of `profileOf`.
  const { failed, numShrinks, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: 1 });
  console.log(
    failed ? { seed, numShrinks, profile: counterexample?.[0], problem: String(errorInstance) } : "it passes",
  );
  return !failed;
}

async function many(): Promise<boolean> {
  const operations = Number(values.operations ?? (values.cpu === undefined ? DEFAULT_OPERATIONS : Infinity));
  const seconds = Number(values.cpu ?? Infinity);
  const names = values.profile === undefined ? Object.keys(PROFILES).map(profileName) : [profileName(values.profile)];
  const sums = { seeds: 0, failed: 0, operations: 0, grants: 0, requests: 0, virtualHours: 0 };
  const first = Number(values.seed ?? freshSeed());
  console.log(`seeds from ${first} on`);
  for (let seed = first; sums.operations < operations && cpuSeconds() < seconds; seed += 1) {
    for (const name of names) {
      const result = await simulate(compiled, seed, profileOf(name, seed));
      sums.seeds += 1;
      sums.operations += result.operations;
      sums.grants += result.grants;
      sums.requests += result.requests;
      sums.virtualHours += result.virtualMs / 3_600_000;
      const [problem] = result.problems;
      if (problem === undefined) continue;
      sums.failed += 1;
      console.log(`--profile ${name} --seed ${seed}: ${problem}`);
    }
  }
  const cpu = cpuSeconds();
  const perSecond = Math.round(sums.operations / cpu);
  console.log({ ...sums, virtualHours: Number(sums.virtualHours.toFixed(1)), cpuSeconds: Math.round(cpu), perSecond });
  return sums.failed === 0;
}

function freshSeed(): number {
  return Math.floor(Math.random() * 2 ** 30);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Compares a table with its file, or writes it there. */
async function compared(file: string, table: (compiled: Compiled) => Promise<string>): Promise<boolean> {
  const now = await table(compiled);
  const url = new URL(file, import.meta.url);
  if (values.write) {
    writeFileSync(url, now);
    return true;
  }
  const before = readFileSync(url, "utf8").split("\n");
  const changed = now.split("\n").filter((line, at) => line !== before[at]);
  console.log(changed.length === 0 ? `${file} has not changed` : [now.split("\n")[0], ...changed].join("\n"));
  return changed.length === 0;
}
