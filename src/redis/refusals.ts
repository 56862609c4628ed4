// Converts Redis' own error messages to errors of this package.
import { type LockError, NotALockError, printable, RedisRefusedError, RedisUnreachableError } from "../errors.ts";
import type { ScriptCall } from "../lua/call.ts";
import { withoutSecrets } from "./as-cause.ts";

// Redis is up but cannot run a script now, and did nothing. Unlike a refusal, this is worth another attempt.
const NOT_NOW = new Set(["LOADING", "BUSY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY", "NOREPLICAS"]);
// A script names the place of the key. Redis does not name the key of another type: usually it is the first.
const NOT_A_LOCK = /\bNOT_A_LOCK (\d+)|^WRONGTYPE\b/;
const LONGEST = 200;

/** Returns NOT_A_LOCK if the error text says that a key of the call holds something else. */
export function notALock(
  { keys, isNoLocks }: Pick<ScriptCall<unknown>, "keys" | "isNoLocks">,
  text: string,
): LockError | undefined {
  const [found, place = "1"] = (isNoLocks ? undefined : NOT_A_LOCK.exec(text)) ?? [];
  return found === undefined ? undefined : new NotALockError(keys[Number(place) - 1] ?? "");
}

/**
 * Returns the error for a command that Redis did not carry out: REDIS_UNREACHABLE if it may do so later, else
 * REDIS_REFUSED.
 * @param text Redis' error text
 * @param httpStatus status of the HTTP answer; 0: not known
 * @param secrets texts that no error may show
 */
export function refusal(
  text: string,
  httpStatus: number,
  secrets: readonly string[],
): RedisRefusedError | RedisUnreachableError {
  const redisCode = /^[A-Z]+\b/.exec(text)?.[0] ?? "";
  if (NOT_NOW.has(redisCode)) return new RedisUnreachableError(`Redis is not ready: ${shown(text, secrets)}`);
  return new RedisRefusedError(`Redis refused: ${shown(text, secrets)}`, { httpStatus, redisCode });
}

/** Returns Redis' error text, escaped, without secrets, and without the quoted arguments of an unknown command. */
export function shown(text: string, secrets: readonly string[]): string {
  const words = withoutSecrets(text, secrets).replace(/, with args beginning with:.*/s, "; is redis.url the REST URL?");
  return printable(words.slice(0, LONGEST));
}
