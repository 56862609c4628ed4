// The kinds of locks that both sides have, under the names of the Java side.
import type { ExclusiveLock, Locks } from "../../src/index.ts";

export type Kind = "lock" | "fair" | "spin" | "nonReentrant" | "nonReentrantFair";

/** A fair lock before 3.32 is not one that ours can share. */
const SINCE: Readonly<Record<Kind, readonly [number, number]>> = {
  lock: [0, 0],
  fair: [3, 32],
  spin: [3, 15],
  nonReentrant: [4, 4],
  nonReentrantFair: [4, 4],
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

/** Ours of a kind. */
export function lockOf(locks: Locks, kind: Kind, name: string): ExclusiveLock {
  if (kind === "fair") return locks.fairLock(name);
  if (kind === "spin") return locks.spinLock(name);
  if (kind === "nonReentrant") return locks.nonReentrantLock(name);
  if (kind === "nonReentrantFair") return locks.nonReentrantFairLock(name);
  return locks.lock(name);
}
