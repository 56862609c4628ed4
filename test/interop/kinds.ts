// The kinds of locks that both sides have, under the names of the Java side.
import type { ExclusiveLock, Locks } from "../../src/index.ts";

export type Kind = "lock" | "fair" | "spin" | "fenced" | "nonReentrant" | "nonReentrantFair" | Access;

/** Of the two locks of a read/write lock. */
export type Access = "read" | "write";

/** A fair lock before 3.32 is not one that ours can share. */
const SINCE: Readonly<Record<Kind, readonly [number, number]>> = {
  lock: [0, 0],
  fair: [3, 32],
  spin: [3, 15],
  fenced: [3, 19],
  nonReentrant: [4, 4],
  nonReentrantFair: [4, 4],
  read: [0, 0],
  write: [0, 0],
};

/** Whether it is compared with that version of Redisson. */
export function isIn(version: string, kind: Kind): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [sinceMajor, sinceMinor] = SINCE[kind];
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}

export function isFair(kind: Kind): boolean {
  return kind === "fair" || kind === "nonReentrantFair";
}

export function isReadWrite(kind: Kind): kind is Access {
  return kind === "read" || kind === "write";
}

/** Ours of a kind. */
export function lockOf(locks: Locks, kind: Kind, name: string): ExclusiveLock {
  if (kind === "fair") return locks.fairLock(name);
  if (kind === "spin") return locks.spinLock(name);
  if (kind === "fenced") return locks.fencedLock(name);
  if (kind === "nonReentrant") return locks.nonReentrantLock(name);
  if (kind === "nonReentrantFair") return locks.nonReentrantFairLock(name);
  if (kind === "read") return locks.readWriteLock(name).readLock();
  if (kind === "write") return locks.readWriteLock(name).writeLock();
  return locks.lock(name);
}
