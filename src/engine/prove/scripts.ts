// Scripts: how the database runs them, forgets them and answers, and which commands it has beside.
import { NotALockError, RedisRefusedError } from "../../base/errors.ts";
import { sha1 } from "../../base/sha1.ts";
import type { ScriptCall } from "../../lock/protocol.ts";
import { KEY_LOCKING_LINE, refusesKeyLocking } from "../../lock/redis/key-locking.ts";
import { type Check, listed, messageOf, type Outcome, ok, problem, thrownBy, untold, warning } from "./check.ts";
import { EXCLUSIVE, LEASED, type ProvedKind } from "./kinds.ts";
import type { Caller, TestedDatabase } from "./tested-database.ts";

const newSource = (): string => `return ARGV[1] -- ${crypto.randomUUID()}`;

async function unknownScript(database: TestedDatabase): Promise<Outcome> {
  try {
    const reply = await database.script(newSource(), [], "one");
    return reply === "one" ? ok("it is sent whole, and runs") : problem("it returned another argument than was sent");
  } catch (error) {
    return problem(`a script that nobody had sent failed: ${messageOf(error)}`);
  }
}

async function knownScript(database: TestedDatabase): Promise<Outcome> {
  const source = newSource();
  await database.run("EVAL", source, "0", "one");
  const known = await database.ask("EVALSHA", sha1(source), "0", "two");
  if ("error" in known && known.error.includes("NOSCRIPT"))
    return warning("EVALSHA knows no script that EVAL has sent");
  if ("error" in known) return problem("EVALSHA of a script that EVAL has sent is refused");
  if (known.result === "two") return ok("EVALSHA knows a script that EVAL has sent");
  return problem("EVALSHA returned another argument than was sent");
}

const NO_ERROR = "the answer is neither a result nor an error of Redis";
// Texts that a server, a proxy or a client may take for something else.
const TEXTS = [
  ...["42", "007", "1e3", "true", "null", "", '{"a":1}', "[1]", '"q"', "OK", "aGVsZA=="],
  ...["ünï ☃😀", 'é "\\ 0042', "a\r\nb\u0000"],
];

async function replies(database: TestedDatabase): Promise<Outcome> {
  const key = database.newKey("reply");
  const reply = await database.script("return { 42, '42', false, { KEYS[1], -2 }, unpack(ARGV) }", [key], ...TEXTS);
  const isSame = JSON.stringify(reply) === JSON.stringify([42, "42", null, [key, -2], ...TEXTS]);
  return isSame
    ? ok("texts, numbers and lists arrive as they were sent")
    : problem(`it answered ${JSON.stringify(reply)}`);
}

// As scripts of locks: the first names a key by its place, the second meets another type.
const NAMES_A_KEY = "return error('NOT_A_LOCK 2')";
const MEETS_A_HASH = "return { err = redis.pcall('INCR', KEYS[1]).err .. ' NOTHING_WRITTEN' }";

async function failures(database: TestedDatabase): Promise<Outcome> {
  const [key, hash] = [database.newKey("failure"), database.newKey("hash")];
  const named = await thrownBy(database.call(failing(NAMES_A_KEY, hash, key)));
  if (!(named instanceof NotALockError && named.key === key))
    return problem("the error that a script returned did not arrive as one");
  await database.run("HSET", hash, "field", "1");
  await database.run("PEXPIRE", hash, "60000");
  const ofLock = await thrownBy(database.call(failing(MEETS_A_HASH, hash)));
  if (!(ofLock instanceof NotALockError && ofLock.key === hash))
    return problem(`a key of another type ended in: ${messageOf(ofLock)}`);
  const ofNone = await thrownBy(database.call({ ...failing(MEETS_A_HASH, hash), isNoLocks: true }));
  if (!(ofNone instanceof RedisRefusedError && ofNone.redisCode === "WRONGTYPE"))
    return problem(`a key of another type, in a script without locks, ended in: ${messageOf(ofNone)}`);
  return ok("an error of a script arrives as an error");
}

function failing(source: string, ...keys: string[]): ScriptCall<unknown> {
  return { script: { name: "prove", sha1: sha1(source), source }, keys, args: [], decode: (reply: unknown) => reply };
}

async function flush(database: TestedDatabase): Promise<Outcome> {
  if (!database.mayFlush)
    return untold("not tried: --flush-scripts (`flushScripts`) sends SCRIPT FLUSH, which slows others for a moment");
  const lock = database.locks().lock(database.newName("flush"));
  const held = await lock.acquire();
  await database.run("SCRIPT", "FLUSH");
  const { outcome } = await held.release();
  await database.run("SCRIPT", "FLUSH");
  await (await lock.acquire()).release();
  if (outcome === "released") return ok("a lock was acquired and released by scripts that Redis had forgotten");
  return problem(`a release after SCRIPT FLUSH ended as ${outcome}`);
}

const KEY_LOCKING = `${KEY_LOCKING_LINE}return redis.call('EXISTS', ARGV[1] or KEYS[1])`;

async function lockingOfKeys(database: TestedDatabase): Promise<Outcome> {
  const key = database.newKey("key-locking");
  const answer = await database.askIfTold("EVAL", KEY_LOCKING, "1", key);
  if (answer === undefined) return untold(NO_ERROR);
  if ("error" in answer) return ok("not known here: scripts run one at a time, as in each Redis");
  const caller = { keyLocking: true, isolate: "key locking" };
  const failed = await failedKinds(database, EXCLUSIVE, caller);
  if (refusesKeyLocking(database.textOf(caller)))
    return warning("accepted, but not in scripts of locks: they run one at a time");
  if (failed.length > 0) return warning(`accepted, but not for every kind: ${listed(failed)}`);
  const other = await database.ask("EVAL", KEY_LOCKING, "1", key, database.newKey("another"));
  const how = "error" in other ? "other keys are refused" : "other keys are not refused";
  const where = "createLocks uses it by itself at an address of Upstash, elsewhere with `keyLocking: true`";
  return ok(`accepted, and works for ${EXCLUSIVE.length} kinds; ${how}; ${where}`);
}

/** Compares before it deletes or sets. Light locks use these commands. */
async function comparing(
  database: TestedDatabase,
  words: (key: string, expected: string) => readonly string[],
  after: string | null,
): Promise<Outcome> {
  const key = database.newKey("compared");
  await database.run("SET", key, "mine", "PX", "60000");
  const other = await database.askIfTold(...words(key, "other"));
  if (other === undefined) return untold(NO_ERROR);
  if ("error" in other) return ok("not known here: light locks use scripts");
  if ((await database.textAt(key)) !== "mine") return warning("it changed a key with another value");
  await database.ask(...words(key, "mine"));
  const value = await database.textAt(key);
  return value === after
    ? ok("known, and compares: light locks use it")
    : warning("it left a key with the expected value as it was");
}

/** Acquires and releases a lock of each of these kinds. Returns what failed. */
async function failedKinds(
  database: TestedDatabase,
  kinds: readonly ProvedKind[],
  caller: Caller = {},
): Promise<string[]> {
  const failed = await Promise.all(
    kinds.map(async ({ kind, of }) => {
      const error = await thrownBy(of(database.locks(caller), database.newName(kind)).withLock(() => {}));
      return error === undefined ? [] : [`${kind}: ${messageOf(error)}`];
    }),
  );
  return failed.flat();
}

async function eachKind(database: TestedDatabase): Promise<Outcome> {
  // A lost answer alone is no reason to end the proof.
  const isWell = (await failedKinds(database, LEASED)).length === 0;
  const failed = isWell ? [] : await failedKinds(database, LEASED);
  if (failed.length === 0) return ok(`${LEASED.length} kinds were acquired and released`);
  return problem(`${failed.length} of ${LEASED.length} kinds cannot be acquired: ${listed(failed)}`);
}

const ANOTHER = "use another database or server, or another REST proxy in front of it";
const OF_LIGHT = {
  means: "light locks are not safe here",
  avoid: "use another kind of lock",
  ofCommands: true,
} as const;

export const FORGOTTEN: Check = {
  name: "forgotten scripts",
  means: "after a restart of the database, locks fail",
  avoid: ANOTHER,
  ofCommands: true,
  run: flush,
};

export const EACH_KIND: Check = {
  name: "each kind of lock",
  means: "locks of these kinds do not work here",
  avoid: "solve the problems above first; else use another database",
  isNeeded: true,
  run: eachKind,
};

/** What each port must pass, too: see the contract of a port. */
export const ANSWERS: readonly Check[] = [
  { name: "replies of scripts", means: "grants fail with UNEXPECTED_REPLY", avoid: ANOTHER, run: replies },
  {
    name: "errors of scripts",
    means: "a key that is no lock ends in another error than NOT_A_LOCK",
    avoid: ANOTHER,
    run: failures,
  },
];

export const SCRIPTS: readonly Check[] = [
  {
    name: "an unknown script",
    means: "locks fail with OUTCOME_UNKNOWN or REDIS_REFUSED until something else sends their scripts",
    avoid: ANOTHER,
    run: unknownScript,
  },
  {
    name: "a known script",
    means: "each call of a lock sends its script again: a second request, and twice the time",
    avoid: ANOTHER,
    ofCommands: true,
    run: knownScript,
  },
  ...ANSWERS,
  {
    name: "key locking",
    means: "with keyLocking, calls of these kinds fail",
    avoid: "pass `keyLocking: false`",
    ofCommands: true,
    run: lockingOfKeys,
  },
  {
    name: "DELEX",
    ...OF_LIGHT,
    run: (database) => comparing(database, (key, expected) => ["DELEX", key, "IFEQ", expected], null),
  },
  {
    name: "SET with IFEQ",
    ...OF_LIGHT,
    run: (database) =>
      comparing(database, (key, expected) => ["SET", key, "new", "IFEQ", expected, "PX", "60000"], "new"),
  },
];
