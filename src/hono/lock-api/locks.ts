// The locks behind the lock API, and the hold, of the kind that a request is about.
import type { Context } from "hono";
import type { Locks } from "../../client.ts";
import { InvalidOptionError } from "../../errors.ts";
import type { ExclusiveLock } from "../../locks/exclusive-lock.ts";
import { parseHold, type SerializedHold } from "../../locks/serialized.ts";
import { lockName } from "../../names.ts";
import { refused } from "./problem.ts";
import { text } from "./request.ts";

export type ApiLocks = Locks | ((c: Context) => Locks);

export type LocksOf = (c: Context) => Locks;

/** What goes wrong in getting them is the operator's mistake, not the caller's: 500, and said in the log. */
export function configured(locks: ApiLocks): LocksOf {
  if (typeof locks !== "function") return () => locks;
  return function locksOf(c) {
    try {
      const found = locks(c);
      if (typeof found?.fairLock !== "function") throw new InvalidOptionError("locks", "gave no createLocks(…)");
      return found;
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
export function lockOfHold(locks: Locks, { family }: SerializedHold, name: string): ExclusiveLock {
  return family === "fair" ? locks.fairLock(name) : locks.lock(name);
}

/** The hold of this lock that a request tells. Throws INVALID_OPTION naming "hold". */
export function holdOf(value: unknown, { options }: Locks, name: string): SerializedHold {
  const serialized = parsed(text("hold", value));
  if (serialized.hold.key !== lockName(options.prefix, name).key) {
    throw new InvalidOptionError("hold", "is a hold of another lock");
  }
  return serialized;
}

function parsed(hold: string): SerializedHold {
  try {
    return parseHold(hold);
  } catch {
    throw new InvalidOptionError("hold", "is not what acquire answered");
  }
}
