// Lists the locks of a client: SCAN finds hashes under its prefix, and describe-locks.ts describes them.

import { InvalidOptionError } from "../../base/errors.ts";
import { ownMembers, wholeNumber } from "../../base/validate.ts";
import { type Client, contextOf } from "../client.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { checkOneSlot, isWellFormed, literally, lockName } from "../keys.ts";
import { isCursor, type ScanReply, scanCall } from "../lua/inspect.ts";
import type { Call } from "../protocol.ts";
import { askOfLocks, describeLocks, type ListedLock } from "./describe-locks.ts";

/** The most that one page may cost. */
export interface PageBounds {
  /** The most requests to Redis. */
  readonly requests: number;
  /** Returns whether the page may have a lock of this name. Others are not described. Default: it may have all. */
  readonly isWanted?: (name: string) => boolean;
}

// Each key that a script passes blocks Redis for about a microsecond.
const PASSED_BY_SCAN = 8_000;
const DESCRIBED_TOGETHER = 100;
// A Worker may send 50 requests per invocation on the smallest plan.
const PAGE_BOUNDS: PageBounds = { requests: 40 };

/**
 * Lists the locks that are held under the client's prefix, page by page. Locks that Java services hold are listed, too.
 * Light locks are listed if the prefix is not "".
 * Semaphores and latches are not, because Redis cannot distinguish them from other numbers. The listing passes all keys
 * of the database, at most 320,000 for a page. Its requests block Redis for about 10 ms each. A lock that is held
 * during the whole listing is listed at least once. Others may be missing. A lock may be listed twice, on different
 * pages.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param options `match`: the names, with `*` for any text and `?` for one byte; `limit`: 1 to 1,000 locks, default
 * 100; `cursor`: the `cursor` of the previous page
 * @returns the locks of this page, and the `cursor` of the next one
 * @throws INVALID_OPTION when `client` or an option is wrong, or the client is of a cluster and its prefix has no hash
 * tag; REDIS_REFUSED when the token has no right to SCAN
 * @throws REDIS_UNREACHABLE, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when a request to Redis fails
 * @example
 * let cursor: string | undefined;
 * do {
 *   const page = await listLocks(client, { match: "orders:*", cursor });
 *   for (const { name, holder } of page.locks) console.log(name, holder.owner, holder.label);
 *   cursor = page.cursor;
 * } while (cursor !== undefined);
 */
export async function listLocks(client: Client, options?: ListLocksOptions): Promise<LockPage> {
  return pageOfLocks(contextOf(client), options, PAGE_BOUNDS);
}

/** Returns one page. */
export async function pageOfLocks(
  client: ClientContext,
  options: ListLocksOptions | undefined,
  bounds: PageBounds,
): Promise<LockPage> {
  const { prefix } = client.options;
  const { match = "*", cursor: from = "0", limit = 100 } = checkListOptions(options);
  if (client.driver.isCluster) checkOneSlot(prefix, "a list of locks");
  // "*" and "?" alone have a meaning in a match.
  const pattern = literally(prefix) + match.replaceAll(/[[\]\\]/g, "\\$&");
  const listing = new Listing(client, limit, bounds);
  const cursor = await listing.scan(pattern, from);
  return { locks: listing.locks, cursor };
}

/** One page, while it is filled. */
class Listing {
  readonly locks: ListedLock[] = [];
  readonly #client: ClientContext;
  readonly #limit: number;
  readonly #isWanted: (name: string) => boolean;
  #requestsLeft: number;
  // SCAN may return a key twice.
  readonly #seen = new Set<string>();
  /** Keys that were found, and not described yet. */
  #found: string[] = [];

  constructor(client: ClientContext, limit: number, { requests, isWanted = () => true }: PageBounds) {
    this.#client = client;
    this.#limit = limit;
    this.#isWanted = isWanted;
    this.#requestsLeft = requests;
  }

  /** Scans from a cursor until the page is full, or may cost no more. Returns the cursor of the next page. */
  async scan(pattern: string, from: string): Promise<string | undefined> {
    let cursor: string | undefined = from;
    while (cursor !== undefined && this.#mayFind() > 0 && this.#requestsLeft > 0) {
      const page: ScanReply = await this.#ask(scanCall(pattern, cursor, this.#bounds(), this.#node()));
      for (const key of page.keys) {
        if (!this.#seen.has(key)) this.#found.push(key);
        this.#seen.add(key);
      }
      cursor = page.cursor;
      // A request for a few keys costs as much as one for many.
      if (this.#found.length >= DESCRIBED_TOGETHER || this.#mayFind() <= 0) await this.#describe();
    }
    await this.#describe();
    return cursor;
  }

  #bounds(): Parameters<typeof scanCall>[2] {
    return { passed: PASSED_BY_SCAN, wanted: this.#mayFind(), light: this.#client.options.prefix !== "" };
  }

  /** Returns the key whose node is scanned; undefined: there is one database. */
  #node(): string | undefined {
    const { driver, options } = this.#client;
    return driver.isCluster ? options.prefix : undefined;
  }

  #mayFind(): number {
    return this.#limit - this.locks.length - this.#found.length;
  }

  /** Adds those of the found keys that are locks of the client. */
  async #describe(): Promise<void> {
    const { prefix } = this.#client.options;
    const names = this.#found.flatMap((key) => nameOf(prefix, key) ?? []).filter(this.#isWanted);
    this.#found = [];
    const described = await describeLocks(this.#client, names, (call) => this.#ask(call));
    this.locks.push(...described.values());
  }

  #ask<Reply>(call: Call<Reply>): Promise<Reply> {
    this.#requestsLeft -= 1;
    return askOfLocks(this.#client, call);
  }
}

/** Returns the name of a key; undefined for a name that no lock of this package can have. */
function nameOf(prefix: string, key: string): string | undefined {
  if (!key.startsWith(prefix)) return undefined;
  try {
    return lockName(prefix, key.slice(prefix.length)).name;
  } catch {
    return undefined;
  }
}

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
