// Fencing tokens: numbers of up to 20 digits as text, because JavaScript numbers are exact only up to 2^53.
import { InvalidOptionError } from "../../base/errors.ts";

const TOKEN = /^(0|[1-9]\d{0,19})$/;
const MAX_BIGINT = "9223372036854775807";

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

/** Whether a stored value is a token. */
export function isToken(kept: unknown): kept is string {
  return typeof kept === "string" && TOKEN.test(kept);
}

/** Whether `token` is higher than `other`. Both must have been checked. */
export function isNewer(token: string, other: string): boolean {
  return token.length === other.length ? token > other : token.length > other.length;
}
