// The kinds of exclusive locks, for the contracts that run for each kind.
import type { Lock, Locks, LocksOptions } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";

export interface ExclusiveKind {
  readonly name: string;
  lock(locks: Locks, name: string): Lock;
  /** Kinds of one family release each other's holds. */
  readonly textKind: "lock" | "fair" | "read" | "write" | "fairread" | "fairwrite";
  /** An owner that holds it gets one more hold; otherwise ALREADY_HELD. */
  readonly reentrant: boolean;
  /** Its waiters are queued. */
  readonly fair: boolean;
  /** Its waiters use no stream unless the caller asks for one. */
  readonly polls: boolean;
  /** A release grants it to waiters by message: they have a mailbox beside the channel of the lock. */
  readonly stands: boolean;
  /** Several owners may hold it at the same time. */
  readonly shared: boolean;
  /** Returns the lock's hash when only this owner has one hold. */
  hashOf(owner: string): Record<string, string>;
}

const plain: ExclusiveKind = {
  name: "plain lock",
  textKind: "lock",
  lock: (locks, name) => locks.lock(name),
  reentrant: true,
  fair: false,
  polls: false,
  stands: true,
  shared: false,
  hashOf: (owner) => ({ [owner]: "1" }),
};
const fair: ExclusiveKind = {
  ...plain,
  name: "fair lock",
  textKind: "fair",
  lock: (locks, name) => locks.fairLock(name),
  fair: true,
};
const spin: ExclusiveKind = { ...plain, name: "spin lock", lock: (locks, name) => locks.spinLock(name), polls: true };
const nonReentrant: ExclusiveKind = {
  ...plain,
  name: "non-reentrant lock",
  lock: (locks, name) => locks.nonReentrantLock(name),
  reentrant: false,
};
const nonReentrantFair: ExclusiveKind = {
  ...fair,
  name: "non-reentrant fair lock",
  lock: (locks, name) => locks.nonReentrantFairLock(name),
  reentrant: false,
};

const fenced: ExclusiveKind = { ...plain, name: "fenced lock", lock: (locks, name) => locks.fencedLock(name) };

const write: ExclusiveKind = {
  ...plain,
  name: "write lock",
  textKind: "write",
  stands: false,
  lock: (locks, name) => locks.readWriteLock(name).writeLock(),
  hashOf: (owner) => ({ mode: "write", [`${owner}:write`]: "1" }),
};

const read: ExclusiveKind = {
  ...plain,
  name: "read lock",
  textKind: "read",
  stands: false,
  lock: (locks, name) => locks.readWriteLock(name).readLock(),
  shared: true,
  hashOf: (owner) => ({ mode: "read", [owner]: "1" }),
};

const fairWrite: ExclusiveKind = {
  ...write,
  name: "fair write lock",
  textKind: "fairwrite",
  lock: (locks, name) => locks.fairReadWriteLock(name).writeLock(),
  fair: true,
};

const fairRead: ExclusiveKind = {
  ...read,
  name: "fair read lock",
  textKind: "fairread",
  lock: (locks, name) => locks.fairReadWriteLock(name).readLock(),
  fair: true,
};

/** The method of a client that returns the read lock and the write lock of a name. */
export type ReadWriteMethod = "readWriteLock" | "fairReadWriteLock";

export const kinds = { plain, fair, fenced, read, write, fairRead, fairWrite, spin, nonReentrant, nonReentrantFair };
/** The kinds that exclude every other owner. */
export const everyKind: readonly ExclusiveKind[] = Object.values(kinds).filter(({ shared }) => !shared);

/** Locks of one database, where `lock` is of one kind. */
export type LocksOfKind = Pick<Locks, "lock" | "resume" | "close">;

export function locksOf(kind: ExclusiveKind, options: LocksOptions): LocksOfKind {
  const locks = createLocks(options);
  return {
    lock: (name) => kind.lock(locks, name),
    resume: (serialized) => locks.resume(serialized),
    close: () => locks.close(),
  };
}
