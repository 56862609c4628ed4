// The rights of a script, and the age of reads. Databases that are not Redis differ here: docs/run/prove.md has a row for
// each difference.
import { type Check, isRefusal, type Outcome, ok, problem, warning } from "./check.ts";
import { POLLING } from "./streams.ts";
import type { TestedDatabase } from "./tested-database.ts";

const PUBLISHES = `local function is_refused(reply) return type(reply) == 'table' and reply.err and 1 or 0 end
local first = is_refused(redis.pcall('PUBLISH', ARGV[1], '1'))
redis.call('SET', KEYS[1], '1', 'PX', '10000')
return { first, is_refused(redis.pcall('PUBLISH', ARGV[1], '2')) }`;

const REFUSED = Symbol("refused");

/** Returns the result of a script, or `REFUSED` for an error of Redis. */
async function resultOf(script: Promise<unknown>): Promise<unknown> {
  try {
    return await script;
  } catch (error) {
    if (isRefusal(error)) return REFUSED;
    throw error;
  }
}

async function publishes(database: TestedDatabase): Promise<Outcome> {
  const [key, channel] = [database.newKey("published"), database.newKey("channel")];
  const replies = await resultOf(database.script(PUBLISHES, [key], channel));
  if (replies === REFUSED) return warning("PUBLISH ends the script");
  const [first, afterWrite] = Array.isArray(replies) ? replies : [];
  if (first === 1) return warning("PUBLISH is refused");
  if (afterWrite === 1) return warning("PUBLISH is refused after a write");
  return first === 0 && afterWrite === 0 ? ok("PUBLISH is allowed") : problem("a script returned no numbers");
}

async function digests(database: TestedDatabase): Promise<Outcome> {
  const there = await database.script("return redis.sha1hex and 1 or 0", []);
  return there === 1 ? ok("redis.sha1hex is there") : warning("there is no redis.sha1hex");
}

async function touchesOthers(database: TestedDatabase): Promise<Outcome> {
  const [key, other] = [database.newKey("declared"), database.newKey("undeclared")];
  const reply = await resultOf(database.script("return redis.call('EXISTS', ARGV[1])", [key], other));
  return reply === REFUSED
    ? problem("a script may touch only its KEYS")
    : ok("a script may touch keys beyond its KEYS");
}

const READS = 5;

async function readsAfterWrites(database: TestedDatabase): Promise<Outcome> {
  const key = database.newKey("read");
  let old = 0;
  for (let nth = 1; nth <= READS; nth += 1) {
    await database.run("SET", key, `${nth}`, "PX", "10000");
    if ((await database.run("GET", key)) !== `${nth}`) old += 1;
  }
  if (old === 0) return ok("a read finds what was written before it");
  return warning(`${old} of ${READS} reads found an older value than the one written before them`);
}

export const IN_SCRIPTS: readonly Check[] = [
  {
    name: "PUBLISH in a script",
    means: POLLING,
    avoid: 'allow PUBLISH in scripts, on all channels; else acquire with wait: "poll", and set pollMs',
    run: publishes,
  },
  {
    name: "sha1hex in a script",
    means: "a release calls the waiter of a plain, fenced or fair lock, which then attempts: nothing is granted to it",
    avoid: "nothing is to be done",
    run: digests,
  },
  {
    name: "other keys in a script",
    means: "calls of locks that are held, or that others wait for, fail with REDIS_REFUSED",
    avoid: "where the check of key locking says that it works, pass `keyLocking: true`; else use another database",
    run: touchesOthers,
  },
  {
    name: "reads after writes",
    means:
      "isLocked(), forceRelease() and LOCK_BUSY of a light lock may find an earlier holder; other locks read in scripts",
    avoid: "read from the primary database; else do not decide by what a light lock shows",
    ofCommands: true,
    run: readsAfterWrites,
  },
];
