// What must hold before anything can be proved: the database answers, accepts writes, and runs scripts.
import { nowMs } from "../../../base/clock.ts";
import { isLockError } from "../../../index.ts";
import { shortDuration } from "../duration.ts";
import { CommandError, EXIT } from "../exit-code.ts";
import type { TestedDatabase } from "./tested-database.ts";

// Leases of the checks would end meanwhile.
const SLOW_MS = 500;

/**
 * Asks the database whether a proof makes sense.
 * @throws a CommandError with the reason, and an exit code for each
 */
export async function checkGate(database: TestedDatabase): Promise<void> {
  const ms = Math.min(await timeOf(database), await timeOf(database));
  if (ms > SLOW_MS) {
    const sentence = `the database is too slow: a request takes ${shortDuration(ms)}`;
    throw new CommandError("TOO_SLOW", sentence, EXIT.unfinished);
  }
  const key = database.newKey("gate");
  try {
    await database.run("SET", key, "1", "PX", "10000");
  } catch (error) {
    throw fullOr(error) ?? new CommandError("REDIS_REFUSED", `the token may not write: ${reasonOf(error)}`);
  }
  try {
    await database.run("EVAL", "return 1", "1", key);
  } catch (error) {
    const sentence = `the database runs no scripts, which every lock needs: ${reasonOf(error)}`;
    throw new CommandError("NO_SCRIPTS", sentence, EXIT.noScripts);
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
  await database.run("EXISTS", "prove");
}

/** Returns the failure for a database that is full; undefined for any other error. */
export function fullOr(error: unknown): CommandError | undefined {
  if (!isLockError(error) || error.code !== "REDIS_UNREACHABLE" || error.redisCode !== "OOM") return undefined;
  const sentence = "the database is full, and refuses locks: free memory, or raise its limit";
  return new CommandError("FULL", sentence, EXIT.full);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
