// What must hold before anything can be proved: the database answers, accepts writes, and runs scripts.

import { nowMs } from "../../base/clock.ts";
import { RedisUnreachableError } from "../../base/errors.ts";
import { isRefusal, messageOf } from "./check.ts";
import type { TestedDatabase } from "./tested-database.ts";

// Leases of the checks would end meanwhile.
const SLOW_MS = 500;

/** Why nothing can be proved on a database that answers. */
export class NothingProvedError extends Error {
  /** "READ_ONLY": the token may not write; "NO_SCRIPTS": it may run no scripts, or the database runs none. */
  readonly code: "FULL" | "NO_SCRIPTS" | "READ_ONLY" | "TOO_SLOW";

  constructor(code: NothingProvedError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NothingProvedError";
    this.code = code;
  }
}

/**
 * Asks the database whether a proof makes sense.
 * @throws REDIS_UNREACHABLE, REDIS_REFUSED or OUTCOME_UNKNOWN; NothingProvedError
 */
export async function checkGate(database: TestedDatabase): Promise<void> {
  const ms = Math.min(await timeOf(database), await timeOf(database));
  if (ms > SLOW_MS) {
    const sentence = `the database is too slow: a request takes ${ms.toFixed(0)} ms`;
    throw new NothingProvedError("TOO_SLOW", sentence);
  }
  const key = database.newKey("gate");
  try {
    await database.run("SET", key, "1", "PX", "10000");
  } catch (cause) {
    const full = fullOr(cause);
    if (full !== undefined) throw full;
    if (!isRefusal(cause)) throw cause;
    throw new NothingProvedError("READ_ONLY", `the token may not write: ${messageOf(cause)}`, { cause });
  }
  try {
    // Whole: how the database forgets scripts is a check of its own.
    await (database.sendsCommands ? database.run("EVAL", "return 1", "1", key) : database.script("return 1", [key]));
  } catch (cause) {
    const sentence = `the database runs no scripts, which every lock needs: ${messageOf(cause)}`;
    throw new NothingProvedError("NO_SCRIPTS", sentence, { cause });
  }
}

/** Returns how long a read takes, in ms. Throws as `isThere`. */
async function timeOf(database: TestedDatabase): Promise<number> {
  const sentAt = nowMs();
  await isThere(database);
  return nowMs() - sentAt;
}

/** Throws REDIS_UNREACHABLE, OUTCOME_UNKNOWN or REDIS_REFUSED, unless the database answers a read. */
export async function isThere(database: TestedDatabase): Promise<void> {
  await (database.sendsCommands ? database.run("EXISTS", "prove") : database.script("return 1", []));
}

/** Returns the failure for a database that is full; undefined for any other error. */
export function fullOr(error: unknown): NothingProvedError | undefined {
  if (!(error instanceof RedisUnreachableError) || error.redisCode !== "OOM") return undefined;
  const sentence = "the database is full, and refuses locks: free memory, or raise its limit";
  return new NothingProvedError("FULL", sentence, { cause: error });
}
