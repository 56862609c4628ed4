// The options of a list of locks, and a page of it.
import { InvalidOptionError } from "../errors.ts";
import { isWellFormed } from "../keys.ts";
import { isCursor } from "../lua/inspect/list-calls.ts";
import { ownMembers, wholeNumber } from "../validate.ts";
import type { ListedLock } from "./describe-locks.ts";

/** Options of `listLocks`. */
export interface ListLocksOptions {
  /**
   * The names to list. `*` stands for any text, `?` for one byte, and any other character for itself. 1 to 1,000
   * characters, with `*` at most three times. Default: all names.
   */
  readonly match?: string | undefined;
  /** The `cursor` of the previous page. Default: the first page. */
  readonly cursor?: string | undefined;
  /** The most locks of a page, 1 to 1,000. A page may exceed it by a few. Default: 100. */
  readonly limit?: number | undefined;
}

/** A page of locks. */
export interface LockPage {
  /** The locks, in no order. A page may have few or none although more follow: continue while there is a cursor. */
  readonly locks: readonly ListedLock[];
  /** Pass it to get the next page; undefined after the last one. */
  readonly cursor: string | undefined;
}

const MOST_STARS = 3;
const LONGEST_MATCH = 1_000;

/**
 * Checks the options of a list. Returns those that were given; a `match` without two stars side by side.
 * @throws INVALID_OPTION naming the option
 */
export function checkListOptions(options: ListLocksOptions | undefined): ListLocksOptions {
  const own = ownMembers("options", options, ["match", "cursor", "limit"]);
  const [match, cursor, limit] = [own?.match, own?.cursor, own?.limit];
  return {
    match: match === undefined ? undefined : checkMatch(match),
    cursor: cursor === undefined ? undefined : checkCursor(cursor),
    limit: limit === undefined ? undefined : wholeNumber("limit", limit, { from: 1, to: 1_000 }),
  };
}

function checkCursor(given: unknown): string {
  if (typeof given === "string" && isCursor(given)) return given;
  throw new InvalidOptionError("cursor", "must be the cursor of a page");
}

function checkMatch(match: unknown): string {
  if (typeof match !== "string" || match === "" || match.length > LONGEST_MATCH || !isWellFormed(match)) {
    throw new InvalidOptionError("match", `must be well-formed text of 1 to ${LONGEST_MATCH} characters`);
  }
  const single = match.replaceAll(/\*+/g, "*");
  // Each star multiplies the time that some versions of Redis take for one key.
  if (single.split("*").length > MOST_STARS + 1) {
    throw new InvalidOptionError("match", `must have "*" ${MOST_STARS} times at the most`);
  }
  return single;
}
