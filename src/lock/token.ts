// Fencing tokens: numbers of up to 20 digits as text, because JavaScript numbers are exact only up to 2^53. The token of
// a grant is the time of Redis in microseconds, or one more than the latest token.
import { epochNowMs } from "../base/clock.ts";
import { InvalidOptionError } from "../base/errors.ts";
import { milliseconds } from "../base/validate.ts";

const TOKEN = /^(0|[1-9]\d{0,19})$/;
const MAX_BIGINT = "9223372036854775807";
// A minute would refuse honest tokens on machines whose clocks are wrong. A mark that is a day ahead does harm for a
// day, and a mark without a limit does harm for ever.
const A_DAY_MS = 86_400_000;
// No token of 20 digits is further ahead.
const ANY_AHEAD_MS = 1e17;

/** Checks a token given by the caller. Throws INVALID_OPTION naming "token". */
export function checkToken(token: unknown): string {
  if (token === undefined) throw new InvalidOptionError("token", "needs the fencingToken of a fenced lock");
  if (typeof token !== "string" || !TOKEN.test(token)) {
    throw new InvalidOptionError("token", "must be a fencingToken: text of 1 to 20 digits without leading zeros");
  }
  return token;
}

/** Checks a token for a column of 64 bits. Throws INVALID_OPTION naming "token". */
export function checkBigint(token: unknown): string {
  const checked = checkToken(token);
  if (!isNewer(checked, MAX_BIGINT)) return checked;
  throw new InvalidOptionError("token", `must not exceed ${MAX_BIGINT}, the largest number of the column`);
}

/** Checks `maxAheadMs`: how far a token may be ahead of the local clock. */
export function checkMaxAhead(maxAheadMs: unknown): number {
  return milliseconds("maxAheadMs", maxAheadMs, 0, ANY_AHEAD_MS, A_DAY_MS);
}

/**
 * Refuses a token that is further ahead of the local clock than this. As a mark, it would refuse every honest holder
 * until the clocks have reached it. Throws INVALID_OPTION naming "token".
 */
export function refuseAhead(token: string, maxAheadMs: number): void {
  const nowMs = epochNowMs();
  if (!isAhead(token, nowMs, maxAheadMs)) return;
  throw new InvalidOptionError(
    "token",
    `is more than maxAheadMs ahead of the local clock: the token is ${token} µs, the clock is at ${nowMs}000 µs, and ` +
      `maxAheadMs is ${maxAheadMs}. Nothing was written. Pass held.fencingToken. If that is the token, set the clock, ` +
      "or pass a greater maxAheadMs for a lock whose tokens are ahead for a reason",
  );
}

/** Returns whether a token is further ahead of a clock than this. `clockMs`: epoch ms. */
export function isAhead(token: string, clockMs: number, maxAheadMs: number): boolean {
  return isNewer(token, String(BigInt(Math.ceil(clockMs + maxAheadMs)) * 1_000n));
}

/** Returns whether a stored value is a token. */
export function isToken(kept: unknown): kept is string {
  return typeof kept === "string" && TOKEN.test(kept);
}

/** Returns whether `token` is higher than `other`. Both must have been checked. */
export function isNewer(token: string, other: string): boolean {
  return token.length === other.length ? token > other : token.length > other.length;
}
