// Refreshes what works only once, such as a refresh token that the provider rotates: one caller at a time, and each
// version at most once. A mark in Redis says that a version may have been spent. It holds no token, and the mark of the
// next version replaces it.
import { InvalidOptionError, LockBusyError, lossOf, SpendUnknownError } from "../../base/errors.ts";
import { sleep } from "../../base/timers.ts";
import { callable, milliseconds, ownMembers } from "../../base/validate.ts";
import { type Client, contextOf } from "../client.ts";
import { type ClientContext, runAnswered } from "../hold/client-context.ts";
import { isWellFormed, type LockName, lockName } from "../keys.ts";
import { spendCall } from "../lua/refresh.ts";
import { MAX_MS, WAIT_OPTIONS, type WaitOptions } from "../options.ts";
import { singleFlight } from "./single-flight.ts";

// Callers that waited read the new version within this time.
const TOLD_FOR_MS = 1_000;
const PAUSE_MS = 250;
const MOST_FLIGHTS = 10;
const MAX_VERSION = 200;

/** A stored value. `version` changes with each refresh: a number of the row, or an id. */
export interface Versioned {
  /** 1 to 200 characters, or a number. */
  readonly version: string | number;
}

/** Options of `refreshOnce`. */
export interface RefreshOnceOptions<Stored extends Versioned> extends WaitOptions {
  /** Reads the stored value, from a place that shows the newest write. */
  read: () => Promise<Stored>;
  /** Returns whether the stored value can be used as it is. */
  isFresh: (stored: Stored) => boolean;
  /**
   * Spends the stored value, and returns the next version. It gets no signal: after a spend, only the result has the
   * next version. After an error, the version counts as spent: repeat here what the provider certainly did not receive.
   */
  refresh: (stored: Stored) => Promise<Stored>;
  /**
   * Replaces `former`, and no other version, with the next one, such as by `UPDATE … WHERE version = …`. Repeat the
   * write until the database confirms it: without it, the next version is lost.
   */
  write: (next: Stored, former: Stored) => Promise<unknown>;
  /** How long the provider accepts a spent version again, in ms: 0 to 2,147,483,647, default 0. */
  graceMs?: number | undefined;
}

/** The result of a flight: the version that is stored now. `sinceMs`: it may have been spent so long ago. */
interface Landed {
  readonly version: string;
  readonly sinceMs?: number;
}

/**
 * Returns the stored value, and refreshes it first if it is not fresh. One caller at a time refreshes, and the others
 * wait for it. Each version is spent at most once: if a holder died or failed after it may have spent a version, that
 * version is spent again within `graceMs` only.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the name of the lock and of the mark, without the prefix
 * @param options `read`, `isFresh`, `refresh`, `write`: see RefreshOnceOptions; `graceMs`: 0 to 2,147,483,647 ms,
 * default 0; `waitMs` and the others: see WaitOptions
 * @returns the stored value, which is fresh
 * @throws SPEND_UNKNOWN when a holder that died or failed may have spent the stored version, longer than `graceMs` ago
 * @throws the error of `read`, `refresh` or `write`, where it ran; FLIGHT_FAILED when it failed in the caller that
 * this one waited for; LOCK_BUSY when `waitMs` has passed; LOCK_LOST when the lock was lost before the spend;
 * INVALID_OPTION when an argument is wrong, or `refresh` returned the same version; the errors of `acquire`
 * @example
 * declare const store: Pick<RefreshOnceOptions<Versioned>, "read" | "isFresh" | "write">;
 * declare const refresh: (old: Versioned) => Promise<Versioned>;
 * const { version } = await refreshOnce(client, "partner", { ...store, refresh });
 */
export async function refreshOnce<Stored extends Versioned>(
  client: Client,
  name: string,
  options: RefreshOnceOptions<Stored>,
): Promise<Stored> {
  const context = contextOf(client);
  const lock = lockName(context.options.prefix, name);
  const { graceMs, ...given } = checked(options);
  const { read, isFresh, refresh, write, ...waiting } = given;
  let landed: Landed | undefined;
  // Ends when the value is fresh, with an error, or after too many flights. The first may have ended just before.
  for (let flights = 1; ; flights += 1) {
    const known = await read();
    const knownVersion = versionOf(known, "read");
    if (isFresh(known)) return known;
    // A slow holder that had lost the lock may have stored the next version meanwhile.
    if (landed?.sinceMs !== undefined && landed.version === knownVersion) {
      throw new SpendUnknownError(lock.name, landed.version, landed.sinceMs);
    }
    if (flights > MOST_FLIGHTS) throw new LockBusyError({ lockName: lock.name, attempts: flights });
    if (flights > 1) await sleep(PAUSE_MS, given.signal);
    landed = await singleFlight<Landed>(
      client,
      name,
      async ({ owner }) => {
        const stored = await read();
        const version = versionOf(stored, "read");
        if (isFresh(stored)) return { version };
        const spending = await spend(context, lock, { owner, version, graceMs });
        if (spending !== undefined) return spending;
        const next = await refresh(stored);
        const nextVersion = versionOf(next, "refresh");
        if (nextVersion === version) throw new InvalidOptionError("refresh", "must return another version");
        await write(next, stored);
        return { version: nextVersion };
      },
      { ...waiting, ttlMs: TOLD_FOR_MS },
    );
  }
}

/** Marks the spend. Returns undefined if this holder may spend it. Throws LOCK_LOST. */
async function spend(
  client: ClientContext,
  { name, key }: LockName,
  { owner, version, graceMs }: { readonly owner: string; readonly version: string; readonly graceMs: number },
): Promise<Landed | undefined> {
  const call = spendCall(key, owner, version, graceMs);
  const { reply } = await runAnswered(client, call, client.options.leaseMs, ["mark the spend of", name]);
  if (reply.kind === "ended") throw lossOf({ lockName: name, owner, end: reply.end });
  return reply.kind === "spends" ? undefined : { version, sinceMs: reply.sinceMs };
}

function checked<Stored extends Versioned>(
  options: RefreshOnceOptions<Stored>,
): RefreshOnceOptions<Stored> & { readonly graceMs: number } {
  const known = [...WAIT_OPTIONS, "read", "isFresh", "refresh", "write", "graceMs"];
  const given = ownMembers("options", options, known, "read, isFresh, refresh and write");
  for (const option of ["read", "isFresh", "refresh", "write"] as const) callable(option, given[option]);
  return { ...given, graceMs: milliseconds("graceMs", given.graceMs, 0, MAX_MS, 0) };
}

/** Returns the version of what `option` returned. Throws INVALID_OPTION naming that. */
function versionOf(returned: Versioned, option: "read" | "refresh"): string {
  const { version } = Object(returned);
  if (Number.isFinite(version)) return String(version);
  const isText = typeof version === "string" && version.length > 0 && version.length <= MAX_VERSION;
  if (isText && isWellFormed(version)) return version;
  throw new InvalidOptionError(option, `must return a version: a number, or a text of 1 to ${MAX_VERSION} characters`);
}
