// The locks behind the lock API, of the kind that a request is about.
import type { Context } from "hono";
import type { Locks } from "../../client.ts";
import { InvalidOptionError } from "../../errors.ts";
import type { ExclusiveLock } from "../../locks/exclusive-lock.ts";
import { parseHold } from "../../locks/serialized.ts";
import { refused } from "./problem.ts";

export type ApiLocks = Locks | ((c: Context) => Locks);

export type LocksOf = (c: Context) => Locks;

/** What goes wrong in getting them is the operator's mistake, not the caller's: 500, and said in the log. */
export function configured(locks: ApiLocks): LocksOf {
  if (typeof locks !== "function") return () => locks;
  return function locksOf(c) {
    try {
      return locks(c);
    } catch (error) {
      console.error("the locks of the lock API:", error instanceof Error ? error.message : error);
      throw refused(500, "the lock API is not configured");
    }
  };
}

/** The lock that a request asks for by `kind`. */
export function lockOfKind(locks: Locks, kind: unknown, name: string): ExclusiveLock {
  if (kind === undefined || kind === "lock") return locks.lock(name);
  if (kind === "fairLock") return locks.fairLock(name);
  throw new InvalidOptionError("kind", 'must be "lock" or "fairLock"');
}

/** The lock of the kind that a hold is of. */
export function lockOfHold(locks: Locks, hold: string, name: string): ExclusiveLock {
  return parseHold(hold).family === "fair" ? locks.fairLock(name) : locks.lock(name);
}
