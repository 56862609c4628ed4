// `npm run test:full -- mutation`: changes the Lua scripts in every small way, and compares each mutant with the original in
// seeded sequences. The scripts of a fence have their own sequences. Walks of models judge the scripts of the fair, the
// fenced and the read/write lock, of the permit-expirable semaphore and of single flights. Single calls judge most of
// them, too. They alone judge the scripts that steal a lock, pass it on or stand for it. They also judge the scripts by
// owner, and the mark of a spend. An undetected mutant must be listed in one of equivalent*.ts, with the reason why it is
// equivalent, and each entry must match a mutant. `-- --of fenced/` judges those scripts alone.
import { parseArgs } from "node:util";
import * as generated from "../../../src/lock/lua/generated.ts";
import { quietClient } from "../../../src/tools/gateway/redis-link.ts";
import { startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { longSource } from "../../support/edited-script.ts";
import { type Equivalent, equivalent } from "./equivalent.ts";
import { equivalentFair } from "./equivalent-fair.ts";
import { equivalentFairReadWrite } from "./equivalent-fair-read-write.ts";
import { equivalentFenced } from "./equivalent-fenced.ts";
import { equivalentFlight } from "./equivalent-flight.ts";
import { equivalentOwner } from "./equivalent-owner.ts";
import { equivalentPermits } from "./equivalent-permits.ts";
import { equivalentReadWrite } from "./equivalent-read-write.ts";
import { equivalentSteal } from "./equivalent-steal.ts";
import { FairWalks, isFair } from "./fair.ts";
import { FairReadWriteWalks } from "./fair-read-write.ts";
import { fenceTrace, isOfFence } from "./fence.ts";
import { FencedWalks, isFenced } from "./fenced.ts";
import { FlightWalks, isFlight } from "./flight.ts";
import { FOREIGN_HASHES, foreignCourse } from "./foreign-courses.ts";
import { lockCourses } from "./lock-courses.ts";
import { linesOf, linesOfFrame, ownLinesOf } from "./lua-lines.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { isByOwner, ownerCourses } from "./owner-courses.ts";
import { passCourses } from "./pass-courses.ts";
import { isOfPermits, PermitWalks } from "./permits.ts";
import { ReadWriteWalks } from "./read-write.ts";
import { type FileMutant, fairReadWriteMutants, readWriteMutants } from "./read-write-mutants.ts";
import { isSpend, spendCourses } from "./refresh-courses.ts";
import { attemptCourses, isStanding } from "./standing-courses.ts";
import { isTheft, stealCourses } from "./steal-courses.ts";
import { type Sources, trace } from "./traces.ts";

const { traces, of } = parseArgs({
  options: { traces: { type: "string", default: "150" }, of: { type: "string", default: "" } },
}).values;
const STEPS = 40;

const server = await startRedisServer();
const redis = quietClient.duplicate({ url: server.url });
const subscriber = quietClient.duplicate({ url: server.url });
await Promise.all([redis.connect(), subscriber.connect()]);
let heard: string[] = [];
await subscriber.pSubscribe("*", (message, channel) => {
  heard.push(`${channel} ${message}`);
});

// A sequence, or a call in a foreign hash, that takes longer than this on a busy machine is played again: the records of
// two runs show the same TTLs only if neither takes longer than half of the unit to which they are rounded.
const LONGEST_PLAY_MS = 900;
const MOST_PLAYS = 20;

interface Played {
  readonly lines: readonly string[];
  /** How long keys with TTLs lived before they were recorded, at most. */
  readonly longestMs: number;
}

/** Returns what is played, and its messages. They are complete when a ping on the subscriber's connection returns. */
async function recorded(plays: () => Promise<Played>): Promise<string> {
  for (let nth = 0; nth < MOST_PLAYS; nth += 1) {
    heard = [];
    const { lines, longestMs } = await plays();
    await subscriber.ping();
    if (longestMs < LONGEST_PLAY_MS) return [...lines, ...heard].join("\n");
  }
  throw new Error(`the machine is too busy: a sequence took longer than ${LONGEST_PLAY_MS} ms ${MOST_PLAYS} times`);
}

/** Runs the steps of one sequence. */
function play(sources: Sources, seed: number): Promise<string> {
  return recorded(async () => {
    const start = performance.now();
    const lines = await trace(redis, sources, seed, STEPS);
    return { lines, longestMs: performance.now() - start };
  });
}

/** Runs the course of one foreign hash. */
function playForeign(sources: Sources, hash: readonly string[]): Promise<string> {
  return recorded(() => foreignCourse(redis, sources, hash));
}

const plainCourses = lockCourses();
const passes = passCourses();
const readWriteWalks = new ReadWriteWalks();
const fairReadWriteWalks = new FairReadWriteWalks();
const walked = [
  { isOf: isTheft, walks: stealCourses() },
  { isOf: isFair, walks: new FairWalks() },
  { isOf: isFenced, walks: new FencedWalks() },
  { isOf: isOfPermits, walks: new PermitWalks() },
  { isOf: isFlight, walks: new FlightWalks() },
  { isOf: isStanding, walks: attemptCourses() },
  { isOf: isByOwner, walks: ownerCourses() },
  { isOf: isSpend, walks: spendCourses() },
];
// The files of the read/write lock are changed one by one. The scripts of several locks include the text of the plain
// lock's. In `npm test`, the walks of their models judge the others, and the contracts of test/lock/contract/inspection
// judge those that only read. The web platform's tests judge those of web locks, and light-by-scripts.test.ts those of
// light locks.
const ELSEWHERE =
  /^(((fair-)?read-write(?!\/steal)|semaphore|count-down-latch|request|inspect|web-locks|light)\/|lock\/(acquire|release)-many$)/;
// With the names of the files: the lists of equivalent mutants quote their lines.
const judgedHere = Object.values(generated)
  .filter(({ name }) => !ELSEWHERE.test(name))
  .map(({ name }) => ({ name, source: longSource(name) }));
const scripts = judgedHere.filter(({ name }) => name.startsWith(of));
const ofPlainLock = new Set(judgedHere.filter(({ name }) => isPlain(name)).flatMap(({ source }) => source.split("\n")));
// In take(), which grants a new owner the lock only in the scripts of other kinds.
ofPlainLock.delete("call('SET', owner_state, '|+' .. ARGV[8], 'PX', life_ms)");
// A release issues tokens only to fenced waiters: the walks of the fenced lock judge how.
const ofTokens = linesOf("lib/waiters", "MOST", "read_token", "is_token", "next_token");
for (const line of ofTokens) ofPlainLock.delete(line);
// All that the scripts of permits have of the plain lock's.
const ofWrites = linesOf("lib/state", "write");

/** Returns the walks that judge this script; undefined: the sequences do. */
function judgeOf(script: string): (typeof walked)[number] | undefined {
  return walked.find(({ isOf }) => isOf(script));
}

function isPlain(script: string): boolean {
  return judgeOf(script) === undefined;
}

const originals: string[] = [];
const foreignOriginals: string[] = [];
if (scripts.some(({ name }) => isPlain(name) && !isOfFence(name))) {
  for (let seed = 0; seed < Number(traces); seed += 1) originals.push(await play(new Map(), seed));
  for (const hash of FOREIGN_HASHES) foreignOriginals.push(await playForeign(new Map(), hash));
}
const fenceOriginals: string[] = [];
if (scripts.some(({ name }) => isOfFence(name))) {
  for (let seed = 0; seed < Number(traces); seed += 1) fenceOriginals.push(await fenceTrace(redis, new Map(), seed));
}

async function survives(name: string, source: string): Promise<boolean> {
  const model = judgeOf(name);
  if (model !== undefined) return model.walks.survives(name, source);
  if (!(await plainCourses.survives(name, source))) return false;
  if (name === "lock/release" && !(await passes.survives(name, source))) return false;
  // Ends at the first sequence in which they differ.
  if (isOfFence(name)) {
    for (const [seed, original] of fenceOriginals.entries()) {
      if ((await fenceTrace(redis, new Map([[name, source]]), seed)) !== original) return false;
    }
    return true;
  }
  for (const [seed, original] of originals.entries()) {
    if ((await play(new Map([[name, source]]), seed)) !== original) return false;
  }
  for (const [nth, hash] of FOREIGN_HASHES.entries()) {
    if ((await playForeign(new Map([[name, source]]), hash)) !== foreignOriginals[nth]) return false;
  }
  return true;
}

// The originals must pass, and a script that only fails must not, or the results mean nothing.
for (const { name, source } of scripts) {
  if (await survives(name, "error('broken')"))
    throw new Error(`nothing here runs ${name}: judge it, or name it ELSEWHERE`);
  if (!(await survives(name, source))) throw new Error(`${name} does not behave twice alike`);
}

const readWrite = readWriteMutants().filter(({ script }) => script.startsWith(of) || of === "read-write/");
if (readWrite.length > 0 && !(await readWriteWalks.survives({ sources: new Map() })))
  throw new Error("the model is not the read/write lock's");

const fairReadWrite = fairReadWriteMutants().filter(({ script }) => script.startsWith(of));
if (fairReadWrite.length > 0 && !(await fairReadWriteWalks.survives({ sources: new Map() })))
  throw new Error("the model is not the fair read/write lock's");

// The effect of a batch on read holds, which are not in these sequences.
const BATCH = "lock/renew-many";
const ofReaders = linesOf("lib/read-holds");
// The acquire has some of the lines of attempts that stand, too. They do otherwise there.
const ownLines = new Set(
  [
    ownLinesOf("lock/acquire-standing"),
    ...["lock/steal", "fenced/steal", "read-write/steal-write"].map(ownLinesOf),
    ...["lib/stand", "lib/steal", "owner"].map((file) => linesOf(file)),
    ...scripts.filter(({ name }) => isByOwner(name)).map(({ name }) => ownLinesOf(name)),
  ].flatMap((lines) => [...lines]),
);
// A release by force serves as a release, which is judged in more ways.
const ofServing = linesOf("lib/waiters");
// test/lock/lua/refused-commands.test.ts judges the frame.
const ofFrame = linesOfFrame();
// Lines of the plain lock's scripts are judged in those.
const mutants = scripts
  .flatMap(({ name, source }) => mutantsOf(name, source))
  .filter(({ before }) => !ofFrame.has(before))
  .filter(({ script, before }) => script !== BATCH || !ofReaders.has(before))
  .filter(({ script, before }) => script !== "lock/force-release" || !ofServing.has(before))
  .filter(({ script, before }) => isFenced(script) || !ofTokens.has(before))
  .filter(
    ({ script, before }) =>
      isPlain(script) ||
      (isTheft(script) || isByOwner(script)
        ? ownLines.has(before)
        : !isShared(script, before) || isOwnLine(script, before)),
  );

/** Returns whether the plain lock's scripts have this line, too. */
function isShared(script: string, line: string): boolean {
  return (isOfPermits(script) ? ofWrites : ofPlainLock).has(line);
}

function isOwnLine(script: string, line: string): boolean {
  return isStanding(script) && ownLines.has(line);
}

const all = mutants.length + readWrite.length + fairReadWrite.length;
let killed = 0;
let explained = 0;
const unexplained: string[] = [];

// Read/write mutants have names of files, some of which are also names of scripts: the lists stay separate.
const lists: readonly { readonly made: readonly Mutant[]; readonly listed: readonly Equivalent[] }[] = [
  {
    made: mutants,
    listed: [
      ...equivalent,
      ...equivalentFair,
      ...equivalentFenced,
      ...equivalentPermits,
      ...equivalentFlight,
      ...equivalentOwner,
      ...equivalentSteal,
    ],
  },
  { made: readWrite, listed: equivalentReadWrite },
  { made: fairReadWrite, listed: equivalentFairReadWrite },
];

function isListedAs({ scripts, before, after }: Equivalent, mutant: Mutant): boolean {
  return scripts.includes(mutant.script) && before === mutant.before && (after ?? mutant.after) === mutant.after;
}

function isListed(mutant: Mutant): boolean {
  return lists.some(({ made, listed }) => made.includes(mutant) && listed.some((known) => isListedAs(known, mutant)));
}

/** Returns entries without a mutant in their script: the line has changed, or is judged elsewhere. */
function staleEntries(): string[] {
  return lists.flatMap(({ made, listed }) => {
    const entries = listed.flatMap((known) => known.scripts.map((script) => ({ ...known, scripts: [script] })));
    return entries
      .filter(({ scripts }) => scripts.every((script) => script.startsWith(of)))
      .filter((entry) => !made.some((mutant) => isListedAs(entry, mutant)))
      .map(({ scripts, before, after }) => `${scripts}\n  - ${before}\n  + ${after ?? "anything"}`);
  });
}

// How often a run of many minutes reports its progress.
const TOLD_EVERY = 100;

function judge(mutant: Mutant, isAlike: boolean): void {
  if (!isAlike) killed += 1;
  else if (isListed(mutant)) explained += 1;
  else {
    const told = `${mutant.script}:${mutant.line}\n  - ${mutant.before}\n  + ${mutant.after}`;
    unexplained.push(told);
    console.error(`neither: ${told}`);
  }
  const judged = killed + explained + unexplained.length;
  if (judged % TOLD_EVERY === 0) console.error(`${judged} of ${all} judged`);
}

async function judgeAll(some: readonly Mutant[]): Promise<void> {
  // Only unlisted mutants are run, because that takes longest.
  for (const mutant of some) judge(mutant, isListed(mutant) || (await survives(mutant.script, mutant.source)));
}

async function judgeFiles(some: readonly FileMutant[], walks: ReadWriteWalks | FairReadWriteWalks): Promise<void> {
  for (const mutant of some) judge(mutant, isListed(mutant) || (await walks.survives(mutant)));
}

const stale = staleEntries();
if (stale.length > 0) console.log(`${stale.length} listed mutants do not exist`);
for (const entry of stale) console.log(entry);

// Each has a Redis of its own, which judges one mutant at a time. A script may be of two: only the first judges it.
const lanes = [...walked, undefined].map((judging) => mutants.filter(({ script }) => judgeOf(script) === judging));
await Promise.all([
  ...lanes.map(judgeAll),
  judgeFiles(readWrite, readWriteWalks),
  judgeFiles(fairReadWrite, fairReadWriteWalks),
]);

console.log(`${all} mutants, ${traces} sequences of ${STEPS} steps, or walks of the other kinds of lock`);
console.log(
  `${killed} behave otherwise, ${explained} are the same script for a listed reason, ${unexplained.length} are neither`,
);
for (const mutant of unexplained) console.log(mutant);
await Promise.all([redis.close(), subscriber.close()]);
for (const { walks } of walked) await walks.stop();
await Promise.all([readWriteWalks.stop(), fairReadWriteWalks.stop(), plainCourses.stop()]);
await server.stop();
process.exitCode = unexplained.length + stale.length === 0 ? 0 : 1;
