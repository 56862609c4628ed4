// The locks behind the lock API, and the hold, of the kind that a request is about.
import type { Context } from "hono";
import type { Locks } from "../../client.ts";
import { InvalidOptionError } from "../../errors.ts";
import type { ExclusiveLock } from "../../locks/exclusive-lock.ts";
import type { LockFamily } from "../../locks/kind.ts";
import { parseHoldOfOne, type SerializedHold } from "../../locks/serialized.ts";
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

type LockOf = (locks: Locks, name: string) => ExclusiveLock;

const BY_FAMILY: Record<LockFamily, LockOf> = {
  lock: (locks, name) => locks.lock(name),
  fair: (locks, name) => locks.fairLock(name),
  read: (locks, name) => locks.readWriteLock(name).readLock(),
  write: (locks, name) => locks.readWriteLock(name).writeLock(),
};
const BY_KIND = new Map<unknown, LockOf>([
  [undefined, BY_FAMILY.lock],
  ["lock", BY_FAMILY.lock],
  ["fairLock", BY_FAMILY.fair],
  ["fencedLock", (locks, name) => locks.fencedLock(name)],
  ["readLock", BY_FAMILY.read],
  ["writeLock", BY_FAMILY.write],
]);

/** The lock that a request asks for by `kind`. */
export function lockOfKind(locks: Locks, kind: unknown, name: string): ExclusiveLock {
  const lockOf = BY_KIND.get(kind);
  if (lockOf === undefined)
    throw new InvalidOptionError("kind", `must be one of ${[...BY_KIND.keys()].slice(1).join(", ")}`);
  return lockOf(locks, name);
}

/** The lock of the kind that a hold is of. */
export function lockOfHold(locks: Locks, { family }: SerializedHold<LockFamily>, name: string): ExclusiveLock {
  return BY_FAMILY[family](locks, name);
}

/** The hold of this lock that a request tells. Throws INVALID_OPTION naming "hold". */
export function holdOf(value: unknown, { client }: Locks, name: string): SerializedHold<LockFamily> {
  const serialized = parsed(text("hold", value));
  if (serialized.hold.key !== lockName(client.options.prefix, name).key) {
    throw new InvalidOptionError("hold", "is a hold of another lock");
  }
  return serialized;
}

function parsed(hold: string): SerializedHold<LockFamily> {
  try {
    return parseHoldOfOne(hold);
  } catch {
    throw new InvalidOptionError("hold", "is not what acquire answered");
  }
}
