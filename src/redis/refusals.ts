// Errors of Redis in its own words, as errors of ours.
import { type LockError, NotALockError, printable, RedisRefusedError, RedisUnreachableError } from "../errors.ts";
import type { ScriptCall } from "../lua/call.ts";

// Redis is there but will not run a script now; it did nothing. Worth another try, unlike a refusal.
const NOT_NOW = new Set(["LOADING", "BUSY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY", "NOREPLICAS"]);
// A script refuses by the place of the key; Redis, a key of another type, without saying which: mostly it is the first.
const NOT_A_LOCK = /\bNOT_A_LOCK (\d+)|^WRONGTYPE\b/;
const LONGEST = 200;

/** Returns NOT_A_LOCK when Redis' words say that a key of the call holds something else. */
export function notALock({ keys, isNoLocks }: ScriptCall<unknown>, text: string): LockError | undefined {
  const [found, place = "1"] = (isNoLocks ? undefined : NOT_A_LOCK.exec(text)) ?? [];
  return found === undefined ? undefined : new NotALockError(keys[Number(place) - 1] ?? "");
}

/**
 * Returns the error for a command that Redis did not carry out: REDIS_UNREACHABLE when it may do so later, else
 * REDIS_REFUSED.
 * @param text Redis' words
 * @param httpStatus status of the HTTP answer; 0 when it is not known
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

/** Returns Redis' own words, escaped, without secrets, and without what Redis quotes of a command it does not know. */
export function shown(text: string, secrets: readonly string[]): string {
  const words = secrets
    .reduce((left, secret) => left.replaceAll(secret, "[token]"), text)
    .replace(/, with args beginning with:.*/s, "; is redis.url the REST URL?");
  return printable(words.slice(0, LONGEST));
}
