// Clocks: that of the database against this machine's, inside scripts and outside; and the time of a request.
import { epochNowMs, nowMs } from "../../base/clock.ts";
import { sleep } from "../../base/timers.ts";
import { type Check, isRefusal, type Outcome, ok, problem, untold, warning } from "./check.ts";
import { roundTripOf } from "./finding.ts";
import type { TestedDatabase } from "./tested-database.ts";

const READINGS = 5;
const QUESTIONS = 20;
const OFFSET_MS = 2_000;
const RATE_MS = 2_000;
// The margin by which a holder stops before its lease ends.
const RATE_SHARE = 0.01;
const SPREAD_MS = 50;

/** The clock of the database at an instant of this machine, both in ms. */
interface Reading {
  readonly redisMs: number;
  /** By `nowMs()`: the middle of the request. */
  readonly atMs: number;
  readonly wallMs: number;
  /** The longest error. */
  readonly withinMs: number;
}

/** Reads the clock some times, and returns the most exact reading. Undefined: not told. */
export async function readingOf(ask: () => Promise<unknown>): Promise<Reading | undefined> {
  const readings: Reading[] = [];
  for (let nth = 0; nth < READINGS; nth += 1) {
    const sentAt = nowMs();
    const reply = await ask();
    const passedMs = nowMs() - sentAt;
    const [seconds = Number.NaN, micros = Number.NaN] = Array.isArray(reply) ? reply.map(Number) : [];
    const redisMs = seconds * 1_000 + micros / 1_000;
    if (Number.isNaN(redisMs)) return undefined;
    const withinMs = passedMs / 2;
    readings.push({ redisMs, atMs: sentAt + withinMs, wallMs: epochNowMs() - withinMs, withinMs });
  }
  return readings.sort((one, other) => one.withinMs - other.withinMs)[0];
}

/** The same in a script; undefined also where TIME is refused there. */
async function readingInScript(database: TestedDatabase): Promise<Reading | undefined> {
  try {
    return await readingOf(() => database.script("return redis.call('TIME')", []));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** The same outside of scripts; undefined also where TIME is refused there. */
function readingOutside(database: TestedDatabase): Promise<Reading | undefined> {
  return readingOf(() => database.run("TIME")).catch(() => undefined);
}

async function offset(database: TestedDatabase): Promise<Outcome> {
  const read = await readingOutside(database);
  if (read === undefined) return untold("the database does not answer TIME outside scripts");
  const ms = read.redisMs - read.wallMs;
  const which = ms > 0 ? "ahead of" : "behind";
  const found = `the database is ${inSeconds(Math.abs(ms))} ${which} this machine, give or take ${inSeconds(read.withinMs)}`;
  return Math.abs(ms) - read.withinMs <= OFFSET_MS ? ok(found) : warning(found);
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(3)} s`;
}

async function rate(database: TestedDatabase): Promise<Outcome> {
  const first = await readingInScript(database);
  await sleep(RATE_MS);
  const last = await readingInScript(database);
  if (first === undefined || last === undefined) return untold("the database does not answer TIME in a script");
  const [redisMs, localMs] = [last.redisMs - first.redisMs, last.atMs - first.atMs];
  const errorMs = Math.abs(redisMs - localMs);
  const found = `in ${localMs.toFixed(0)} ms here, ${redisMs.toFixed(0)} ms passed in the database`;
  return errorMs <= RATE_SHARE * localMs + first.withinMs + last.withinMs ? ok(found) : problem(found);
}

async function inScripts(database: TestedDatabase): Promise<Outcome> {
  const inside = await readingInScript(database);
  if (inside === undefined) return problem("TIME in a script gives no time");
  const outside = await readingOutside(database);
  if (outside === undefined) return ok("TIME in a script gives the time");
  const differenceMs = Math.abs(outside.redisMs - inside.redisMs - (outside.atMs - inside.atMs));
  const isNear = differenceMs <= SPREAD_MS + outside.withinMs + inside.withinMs;
  if (isNear) return ok("TIME in a script is that outside");
  return problem(`TIME in a script differs by ${inSeconds(differenceMs)} from that outside`);
}

async function roundTrips(database: TestedDatabase): Promise<Outcome> {
  const timesMs: number[] = [];
  for (let nth = 0; nth < QUESTIONS; nth += 1) {
    const sentAt = nowMs();
    await database.run("EXISTS", database.keyOf("round-trip"));
    timesMs.push(nowMs() - sentAt);
  }
  const { health, found } = roundTripOf(timesMs, database.host);
  const p95 = timesMs.sort((one, other) => one - other)[Math.ceil(0.95 * QUESTIONS) - 1] ?? Number.NaN;
  return { health, found: `${found}; 95 % take ${p95.toFixed(0)} ms or less` };
}

export const CLOCKS: readonly Check[] = [
  {
    name: "the clock",
    means: "ages and times are shown wrong; leases are not affected",
    avoid: "set the clock of this machine by NTP",
    run: offset,
  },
  {
    name: "the rate of the clock",
    means: "a lease ends before its holder stops, so two holders may work at once",
    avoid: "use another database; until then, let a fence refuse stale holders",
    run: rate,
  },
  {
    name: "TIME in a script",
    means:
      "fencing tokens may not rise after a loss of data, and fair locks may take waiters for dead; without TIME, fencedLock, permits with leases and waits for fair locks fail",
    avoid: "use another database for fencedLock, permitExpirableSemaphore and the fair locks",
    run: inScripts,
  },
  {
    name: "round trips",
    means: "each acquire and each release takes this long",
    avoid: "run your code near the database",
    run: roundTrips,
  },
];
