// The kinds of locks with leases, as the checks use them.
import type { Locks } from "../../lock/create-locks.ts";
import type { ReadLock } from "../../lock/kinds/shared-lock.ts";

/** What the checks need of a lock. */
export type ProvedLock = Pick<ReadLock, "acquire" | "tryAcquire" | "withLock" | "isLocked" | "holdCount">;

/** A kind of lock. */
export interface ProvedKind {
  readonly kind: string;
  readonly of: (locks: Locks, name: string) => ProvedLock;
  /** Its owner may not acquire it again. */
  readonly isNonReentrant?: true;
  /** The lock that excludes it, if it does not exclude itself. */
  readonly blocker?: (locks: Locks, name: string) => ProvedLock;
}

export const PLAIN: ProvedKind = { kind: "lock", of: (locks, name) => locks.lock(name) };

export const EXCLUSIVE: readonly ProvedKind[] = [
  PLAIN,
  { kind: "fairLock", of: (locks, name) => locks.fairLock(name) },
  { kind: "fencedLock", of: (locks, name) => locks.fencedLock(name) },
  { kind: "spinLock", of: (locks, name) => locks.spinLock(name) },
  { kind: "nonReentrantLock", of: (locks, name) => locks.nonReentrantLock(name), isNonReentrant: true },
  { kind: "nonReentrantFairLock", of: (locks, name) => locks.nonReentrantFairLock(name), isNonReentrant: true },
  { kind: "writeLock", of: (locks, name) => locks.readWriteLock(name).writeLock() },
  { kind: "fair writeLock", of: (locks, name) => locks.fairReadWriteLock(name).writeLock() },
];

export const LEASED: readonly ProvedKind[] = [
  ...EXCLUSIVE,
  {
    kind: "readLock",
    of: (locks, name) => locks.readWriteLock(name).readLock(),
    blocker: (locks, name) => locks.readWriteLock(name).writeLock(),
  },
  {
    kind: "fair readLock",
    of: (locks, name) => locks.fairReadWriteLock(name).readLock(),
    blocker: (locks, name) => locks.fairReadWriteLock(name).writeLock(),
  },
];
