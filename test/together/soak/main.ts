// The long runs by command: node test/together/soak/main.ts --operations 1000000 --seed 1, or --fair-order 100, or --fence 1000.
// The first ends with clients of a lock API, one acquire for each 100 operations; `--api 10000` runs those alone.
// `--tcp 100000` runs cycles over ioredis and node-redis.
import { parseArgs } from "node:util";
import { isLockError } from "../../../src/index.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { apiSoak } from "./api.ts";
import { fairOrder } from "./fair-order.ts";
import { fenceSoak, lossesTable } from "./fence.ts";
import { MOST_SENT_PER_ANSWER, table } from "./table.ts";
import { tcpSoak } from "./tcp.ts";
import { soak } from "./workload.ts";

const { values } = parseArgs({
  options: {
    operations: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    clients: { type: "string", default: "300" },
    locks: { type: "string", default: "220" },
    "fair-order": { type: "string" },
    fence: { type: "string" },
    api: { type: "string" },
    tcp: { type: "string" },
  },
});
const seed = Number(values.seed);
if (values["fair-order"] !== undefined) process.exit((await sameOrder(Number(values["fair-order"]))) ? 0 : 1);
if (values.fence !== undefined) process.exit((await nothingLost(Number(values.fence))) ? 0 : 1);
if (values.api !== undefined) process.exit((await nobodyMistaken(Number(values.api))) ? 0 : 1);
if (values.tcp !== undefined) process.exit((await noOverlap(Number(values.tcp))) ? 0 : 1);
const operations = Number(values.operations);
let told = 0;
const result = await soak({
  operations,
  seed,
  clients: Number(values.clients),
  locks: Number(values.locks),
  untilEmpty: true,
  onProgress(done, findings) {
    console.log(`${done} of ${operations} operations, ${findings.total} findings`);
    // At once: a run of many minutes should report its findings as they come.
    if (findings.total > told) console.log(findings.traces());
    told = findings.total;
  },
});
console.log(table(result));
if (result.findings.total > told) console.log(`\n${result.findings.traces()}`);
const sentTooMuch = result.requests / result.answers > MOST_SENT_PER_ANSWER;
const isApiRight = await nobodyMistaken(Math.ceil(operations / 100));
process.exitCode = result.findings.total > 0 || sentTooMuch || !isApiRight ? 1 : 0;

/** Returns whether no lock had two holders at once over TCP, none was left locked, and each error had a code. */
async function noOverlap(cycles: number): Promise<boolean> {
  const results = await tcpSoak(cycles, seed);
  for (const [library, { codes, ...numbers }] of results) {
    console.log(library, { ...numbers, errors: Object.fromEntries(codes) });
  }
  return [...results.values()].every(
    ({ mostInside, leftLocked, uncoded }) => mostInside === 1 && leftLocked === 0 && uncoded === 0,
  );
}

/** Returns whether 50 waiters of a fair lock got it in order in so many runs. */
async function sameOrder(runs: number): Promise<boolean> {
  const gateway = await startGateway();
  let isSame = true;
  for (const kind of ["fair", "mixed"] as const) {
    let same = 0;
    for (let run = 1; run <= runs; run += 1) {
      gateway.clearWitness();
      const { queued, acquired } = await fairOrder(gateway, kind, `order:${run}`, 50, 1 + (run % 50));
      if (queued.length === 50 && queued.join() === acquired.join()) same += 1;
      else console.log(`run ${run}: queued ${queued.join(" ")}\n  acquired ${acquired.join(" ")}`);
    }
    console.log(`${kind}: 50 waiters, arrival order = acquisition order: ${same} of ${runs} runs`);
    isSame &&= same === runs;
  }
  await gateway.close();
  return isSame;
}

/** Returns whether no acknowledged write was lost behind the fence in so many rounds. */
async function nothingLost(rounds: number): Promise<boolean> {
  const losses = await fenceSoak(rounds, seed);
  console.log(lossesTable(losses));
  return losses.fenced.lost === 0 && losses.fenced.rounds === rounds;
}

/** Returns whether no client of a lock API believed an answer to another request in so many acquires. */
async function nobodyMistaken(cycles: number): Promise<boolean> {
  const gateway = await startGateway();
  const { findings, grants, mixed, requests, errors } = await apiSoak({ redis: gateway, seed, clients: 120, cycles });
  await gateway.close();
  const granted = Object.values(grants).reduce((sum, each) => sum + each, 0);
  const uncoded = errors.filter((error) => !isLockError(error));
  console.log(`lock API: ${cycles} acquires, ${granted} granted, ${requests} requests, ${mixed} answers exchanged or repeated:
${findings.length} findings, ${errors.length} errors, ${uncoded.length} of them without a code`);
  for (const finding of [...findings, ...uncoded]) console.log(finding);
  return findings.length + uncoded.length === 0 && granted > cycles / 4;
}
