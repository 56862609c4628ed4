// `npm run test:mutation`: changes the Lua scripts in every small way, and plays each mutant against the original in seeded
// sequences, those of a fence in sequences of their own; those of the fair and the fenced lock in walks of their models. A mutant that
// behaves alike must be listed in one of equivalent*.ts, with the reason why it is the same script. `-- --of fenced/` judges those
// scripts alone.
import { parseArgs } from "node:util";
import { createClient } from "@redis/client";
import { compile } from "../../scripts/build-lua.ts";
import { startRedisServer } from "../../scripts/gateway/redis-server.ts";
import * as generated from "../../src/lua/generated.ts";
import { equivalent } from "./equivalent.ts";
import { equivalentFair } from "./equivalent-fair.ts";
import { equivalentFenced } from "./equivalent-fenced.ts";
import { FairWalks, isFair } from "./fair.ts";
import { fenceTrace, isOfFence } from "./fence.ts";
import { FencedWalks, isFenced } from "./fenced.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { type Sources, trace } from "./traces.ts";

const { traces, of } = parseArgs({
  options: { traces: { type: "string", default: "150" }, of: { type: "string", default: "" } },
}).values;
const STEPS = 40;

const server = await startRedisServer();
const redis = createClient({ url: server.url });
const subscriber = createClient({ url: server.url, RESP: 2 });
await Promise.all([redis.connect(), subscriber.connect()]);
let heard: string[] = [];
await subscriber.pSubscribe("*", (message, channel) => {
  heard.push(`${channel} ${message}`);
});

/** The steps of one sequence, and the messages in it: a ping on the subscriber's connection comes after them. */
async function play(sources: Sources, seed: number): Promise<string> {
  heard = [];
  const lines = await trace(redis, sources, seed, STEPS);
  await subscriber.ping();
  return [...lines, ...heard].join("\n");
}

const originals: string[] = [];
for (let seed = 0; seed < Number(traces); seed += 1) originals.push(await play(new Map(), seed));

const fenceOriginals: string[] = [];
for (let seed = 0; seed < Number(traces); seed += 1) fenceOriginals.push(await fenceTrace(redis, new Map(), seed));

const fairWalks = new FairWalks();
const fencedWalks = new FencedWalks();
// Those of the read/write lock are not in these sequences; the walks of their model judge them.
const scripts = Object.values(generated).filter(({ name }) => name.startsWith(of) && !name.startsWith("read-write/"));
const ofPlainLock = new Set(
  Object.values(generated)
    .filter(({ name }) => isPlain(name))
    .flatMap(({ source }) => source.split("\n")),
);

function isPlain(script: string): boolean {
  return !isFair(script) && !isFenced(script);
}

async function survives(name: string, source: string): Promise<boolean> {
  if (isFair(name)) return fairWalks.survives(name, source);
  if (isFenced(name)) return fencedWalks.survives(name, source);
  // Ends at the first sequence that tells the two apart.
  if (isOfFence(name)) {
    for (const [seed, original] of fenceOriginals.entries()) {
      if ((await fenceTrace(redis, new Map([[name, source]]), seed)) !== original) return false;
    }
    return true;
  }
  for (const [seed, original] of originals.entries()) {
    if ((await play(new Map([[name, source]]), seed)) !== original) return false;
  }
  return true;
}

// The originals must survive themselves, or nothing here means anything.
for (const { name, source } of scripts) {
  if (!(await survives(name, source))) throw new Error(`${name} does not behave twice alike`);
}

// What a batch does to read holds, which are not in these sequences either.
const ofReaders = new Set(compile("src/lua/read-write/timeouts.lua").split("\n"));
// Lines of the plain lock's scripts are judged in those.
const mutants = scripts
  .flatMap(({ name, source }) => mutantsOf(name, source))
  .filter(({ before }) => !ofReaders.has(before))
  .filter(({ script, before }) => isPlain(script) || !ofPlainLock.has(before));
let killed = 0;
let explained = 0;
const unexplained: string[] = [];

async function judge({ script, line, before, after, source }: Mutant): Promise<void> {
  if (!(await survives(script, source))) {
    killed += 1;
    return;
  }
  const reason = [...equivalent, ...equivalentFair, ...equivalentFenced].find(
    (known) => known.before === before && (known.after ?? after) === after && known.scripts.includes(script),
  );
  if (reason === undefined) unexplained.push(`${script}:${line}\n  - ${before}\n  + ${after}`);
  else explained += 1;
}

async function judgeAll(some: readonly Mutant[]): Promise<void> {
  for (const mutant of some) await judge(mutant);
}

// Each has a Redis of its own.
const lanes = [isFair, isFenced, isPlain].map((isOfIt) => mutants.filter(({ script }) => isOfIt(script)));
await Promise.all(lanes.map(judgeAll));

console.log(
  `${mutants.length} mutants, ${originals.length} sequences of ${STEPS} steps, or walks of the fair and the fenced lock`,
);
console.log(
  `${killed} behave otherwise, ${explained} are the same script for a listed reason, ${unexplained.length} are neither`,
);
for (const mutant of unexplained) console.log(mutant);
await Promise.all([redis.close(), subscriber.close()]);
await fairWalks.stop();
await fencedWalks.stop();
await server.stop();
process.exitCode = unexplained.length === 0 ? 0 : 1;
