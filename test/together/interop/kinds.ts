// The kinds of locks, semaphores and latches that both sides have, under the names of the Java side.
import type { Lock, Locks } from "../../../src/index.ts";

export type Kind = "lock" | "fair" | "spin" | "fenced" | "nonReentrant" | "nonReentrantFair" | Access | CounterKind;

/** One of the two locks of a read/write lock. */
export type Access = "read" | "write";

/** Counters, which have no holder. */
export type CounterKind = "semaphore" | "permitExpirableSemaphore" | "countDownLatch";

/** A version of Redisson: major and minor. */
export type Version = readonly [number, number];

/** Before 3.32, ours cannot share a fair lock. */
const SINCE: Readonly<Record<Kind, Version>> = {
  lock: [0, 0],
  fair: [3, 32],
  spin: [3, 15],
  fenced: [3, 19],
  nonReentrant: [4, 4],
  nonReentrantFair: [4, 4],
  read: [0, 0],
  write: [0, 0],
  semaphore: [0, 0],
  // Earlier versions store permits under another name.
  permitExpirableSemaphore: [3, 17],
  countDownLatch: [0, 0],
};

/** Returns whether that version of Redisson is compared. */
export function isIn(version: string, kind: Kind): boolean {
  return isSince(version, SINCE[kind]);
}

export function isSince(version: string, [sinceMajor, sinceMinor]: Version): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}

export function isFair(kind: Kind): boolean {
  return kind === "fair" || kind === "nonReentrantFair";
}

export function isReadWrite(kind: Kind): kind is Access {
  return kind === "read" || kind === "write";
}

export function isCounter(kind: Kind): kind is CounterKind {
  return kind === "semaphore" || kind === "permitExpirableSemaphore" || kind === "countDownLatch";
}

/** Returns one of the two locks of our read/write lock, with a queue of ours or without. */
export function sharedLockOf(
  locks: Locks,
  method: "readWriteLock" | "fairReadWriteLock",
  access: Access,
  name: string,
): Lock {
  const both = locks[method](name);
  return access === "read" ? both.readLock() : both.writeLock();
}

/** Returns our lock of a kind. */
export function lockOf(locks: Locks, kind: Kind, name: string): Lock {
  if (isCounter(kind)) throw new Error(`a ${kind} is no lock`);
  if (kind === "fair") return locks.fairLock(name);
  if (kind === "spin") return locks.spinLock(name);
  if (kind === "fenced") return locks.fencedLock(name);
  if (kind === "nonReentrant") return locks.nonReentrantLock(name);
  if (kind === "nonReentrantFair") return locks.nonReentrantFairLock(name);
  if (isReadWrite(kind)) return sharedLockOf(locks, "readWriteLock", kind, name);
  return locks.lock(name);
}
