// The locks behind the lock API, and the hold, of the kind that a request is about.
import type { Context } from "hono";
import { PlainLocks } from "../client.ts";
import type { Locks } from "../create-locks.ts";
import { InvalidOptionError } from "../errors.ts";
import type { LockKindId } from "../hold/kind.ts";
import { lockName } from "../keys.ts";
import type { Lock } from "../locks/lock.ts";
import { writeKind } from "../locks/read-write-lock.ts";
import { conflict, type HoldTexts, type OneHold } from "./hold-texts.ts";
import { type ApiEnv, principalOf } from "./principals.ts";
import { refused } from "./refusal.ts";
import { nameOf } from "./request.ts";

export type ApiLocks = Locks | ((c: Context) => Locks);

export type LocksOf = (c: Context) => Locks;

/** What all routes of one lock API work with. */
export interface Api {
  readonly locksOf: LocksOf;
  readonly texts: HoldTexts;
  /** Whether a lock may be freed whoever has it. */
  readonly forceRelease: (c: Context) => boolean;
  /** How many holds the watchdog keeps for one principal. */
  readonly maxKeptHolds: number;
}

/** What goes wrong in getting them is the operator's mistake, not the caller's: 500, and said in the log. */
export function configured(locks: ApiLocks): LocksOf {
  if (typeof locks !== "function") return () => locks;
  return function locksOf(c) {
    try {
      const found = locks(c);
      if (typeof found?.fairLock !== "function") throw new InvalidOptionError("locks", "gave no createLocks(…)");
      PlainLocks.clientOf(found);
      return found;
    } catch (error) {
      console.error("the locks of the lock API:", error instanceof Error ? error.message : error);
      throw refused(500, "the lock API is not configured");
    }
  };
}

type LockOf = (locks: Locks, name: string) => Lock;

const BY_FAMILY: Record<LockKindId, LockOf> = {
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
export function lockOfKind(locks: Locks, kind: unknown, name: string): Lock {
  const lockOf = BY_KIND.get(kind);
  if (lockOf === undefined)
    throw new InvalidOptionError("kind", `must be one of ${[...BY_KIND.keys()].slice(1).join(", ")}`);
  return lockOf(locks, name);
}

/** The lock of the kind that a hold is of. */
export function lockOfHold(locks: Locks, { family }: OneHold, name: string): Lock {
  return BY_FAMILY[family](locks, name);
}

/** Whoever has the hold, as the answer to acquire calls it. */
export function ownerOf({ family, hold }: OneHold): string {
  return family === "write" ? writeKind.fieldToOwner(hold.owner) : hold.owner;
}

/** The hold of this lock that a request tells. Throws what `HoldTexts.read` does, and 409 for a hold of another lock. */
export async function holdOfLock(
  { texts, locksOf }: Api,
  c: Context<ApiEnv>,
  hold: unknown,
): Promise<{ readonly locks: Locks; readonly name: string; readonly told: OneHold }> {
  const [locks, name] = [locksOf(c), nameOf(c)];
  const { key } = lockName(PlainLocks.clientOf(locks).options.prefix, name);
  const told = await texts.read(c, principalOf(c).id, "hold", hold);
  if (told.hold.key !== key) throw conflict("the hold is one of another lock");
  return { locks, name, told };
}
