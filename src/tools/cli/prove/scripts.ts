// Scripts: how the database runs them, forgets them and answers, and which commands it has beside.
import { createHash } from "node:crypto";
import { KEY_LOCKING_LINE, refusesKeyLocking } from "../../../lock/redis/key-locking.ts";
import { failureOf } from "../exit-code.ts";
import { type Check, listed, type Outcome, ok, problem, untold, warning } from "./check.ts";
import { EXCLUSIVE, LEASED, type ProvedKind } from "./kinds.ts";
import type { Caller, TestedDatabase } from "./tested-database.ts";

async function unknownScript(database: TestedDatabase): Promise<Outcome> {
  const { source, sha1 } = newScript();
  const first = await database.askIfTold("EVALSHA", sha1, "0", "one");
  if (first === undefined) return problem("EVALSHA of an unknown script gave neither a result nor an error of Redis");
  if (!("error" in first)) return problem("EVALSHA of a script that nobody sent was not refused");
  if (!first.error.includes("NOSCRIPT")) return problem("EVALSHA of an unknown script is refused without NOSCRIPT");
  const sent = await database.run("EVAL", source, "0", "two");
  return sent === "two" ? ok("it is refused with NOSCRIPT") : problem("EVAL returned another argument than was sent");
}

async function knownScript(database: TestedDatabase): Promise<Outcome> {
  const { source, sha1 } = newScript();
  await database.run("EVAL", source, "0", "one");
  const known = await database.ask("EVALSHA", sha1, "0", "two");
  if ("error" in known && known.error.includes("NOSCRIPT"))
    return warning("EVALSHA knows no script that EVAL has sent");
  if ("error" in known) return problem("EVALSHA of a script that EVAL has sent is refused");
  if (known.result === "two") return ok("EVALSHA knows a script that EVAL has sent");
  return problem("EVALSHA returned another argument than was sent");
}

/** Returns a script that nobody has sent. */
function newScript(): { readonly source: string; readonly sha1: string } {
  const source = `return ARGV[1] -- ${crypto.randomUUID()}`;
  return { source, sha1: createHash("sha1").update(source).digest("hex") };
}

const NO_ERROR = "the answer is neither a result nor an error of Redis";
const REPLY = "return { ARGV[1], 42, '42', false, { KEYS[1], -2 } }";

async function replies(database: TestedDatabase): Promise<Outcome> {
  const [key, text] = [database.newKey("reply"), 'é "\\ 0042'];
  const reply = JSON.stringify(await database.run("EVAL", REPLY, "1", key, text));
  const expected = JSON.stringify([text, 42, "42", null, [key, -2]]);
  return reply === expected ? ok("texts, numbers and lists arrive as they were sent") : problem(`it answered ${reply}`);
}

async function failures(database: TestedDatabase): Promise<Outcome> {
  const key = database.newKey("failure");
  const answer = await database.askIfTold("EVAL", "return redis.error_reply('NOT_A_LOCK 1')", "1", key);
  if (answer !== undefined && "error" in answer && answer.error.includes("NOT_A_LOCK 1"))
    return ok("an error of a script arrives as an error");
  return problem("the error that a script returned did not arrive as one");
}

async function flush(database: TestedDatabase): Promise<Outcome> {
  if (!database.mayFlush)
    return untold("not tried: --flush-scripts sends SCRIPT FLUSH, which slows others for a moment");
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
    kinds.map(({ kind, of }) =>
      of(database.locks(caller), database.newName(kind))
        .withLock(() => {})
        .then(
          () => [],
          (error: unknown) => [`${kind}: ${failureOf(error).message}`],
        ),
    ),
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

export const FORGOTTEN: Check = {
  name: "forgotten scripts",
  means: "after a restart of the database, locks fail",
  avoid: ANOTHER,
  run: flush,
};

export const EACH_KIND: Check = {
  name: "each kind of lock",
  means: "locks of these kinds do not work here",
  avoid: "solve the problems above first; else use another database",
  isNeeded: true,
  run: eachKind,
};

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
    run: knownScript,
  },
  { name: "replies of scripts", means: "grants fail with UNEXPECTED_REPLY", avoid: ANOTHER, run: replies },
  {
    name: "errors of scripts",
    means: "a key that is no lock ends in another error than NOT_A_LOCK",
    avoid: ANOTHER,
    run: failures,
  },
  {
    name: "key locking",
    means: "with keyLocking, calls of these kinds fail",
    avoid: "pass `keyLocking: false`",
    run: lockingOfKeys,
  },
  {
    name: "DELEX",
    means: "light locks are not safe here",
    avoid: "use another kind of lock",
    run: (database) => comparing(database, (key, expected) => ["DELEX", key, "IFEQ", expected], null),
  },
  {
    name: "SET with IFEQ",
    means: "light locks are not safe here",
    avoid: "use another kind of lock",
    run: (database) =>
      comparing(database, (key, expected) => ["SET", key, "new", "IFEQ", expected, "PX", "60000"], "new"),
  },
];
