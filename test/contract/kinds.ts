// The kinds of exclusive locks, for the suites that run for each of them.
import { createLocks, type ExclusiveLock, type Locks, type LocksOptions } from "../../src/index.ts";

export interface ExclusiveKind {
  readonly name: string;
  lock(locks: Locks, name: string): ExclusiveLock;
  /** An owner that has it gets one more hold; else ALREADY_HELD. */
  readonly reentrant: boolean;
  /** Its waiters stand in a queue. */
  readonly fair: boolean;
  /** It is waited for without a stream, unless the caller says otherwise. */
  readonly polls: boolean;
}

const plain: ExclusiveKind = {
  name: "plain lock",
  lock: (locks, name) => locks.lock(name),
  reentrant: true,
  fair: false,
  polls: false,
};
const fair: ExclusiveKind = { ...plain, name: "fair lock", lock: (locks, name) => locks.fairLock(name), fair: true };
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

export const kinds = { plain, fair, spin, nonReentrant, nonReentrantFair };
export const everyKind: readonly ExclusiveKind[] = Object.values(kinds);

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
