// The common part of the read/write locks: their type, and how holds are renewed, checked, described and stolen.
import { UpgradeRefusedError } from "../../base/errors.ts";
import { shownAs } from "../../base/printing.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { LockKind } from "../hold/kind.ts";
import type { InspectedLock } from "../hold/lock-inspection.ts";
import { ownerOfField, WRITER } from "../keys.ts";
import { isStateDue } from "../lua/lock.ts";
import { checkReadCall, checkWriteCall, renewReadCall, statusSharedCall } from "../lua/read-write.ts";
import { exclusiveKind, RE_ENTER, tooManyHolds } from "./exclusive-kind.ts";
import { type Lock, lockOfKind } from "./lock.ts";
import type { LockBase } from "./lock-base.ts";
import { checkedReader, checkedWriter } from "./owner-field.ts";

/** A lock that many may hold at once. It cannot be stolen. */
export interface ReadLock
  extends Omit<Lock, "acquire" | "tryAcquire" | "withLock">,
    Pick<LockBase, "acquire" | "tryAcquire" | "withLock"> {}

/** A read lock and a write lock of one name: many may read at once, or one may write. */
export interface ReadWriteLock {
  /** The name, without the prefix. */
  readonly name: string;
  /**
   * Returns the read lock. Many owners may hold it at once. While an owner holds the write lock, only that owner can
   * acquire the read lock.
   * @returns the lock, the same object at each call
   * @example
   * await using held = await locks.readWriteLock("catalogue").readLock().acquire();
   */
  readLock(): ReadLock;
  /**
   * Returns the write lock. It excludes all other readers and writers.
   * @returns the lock, the same object at each call
   * @example
   * await using held = await locks.readWriteLock("catalogue").writeLock().acquire();
   */
  writeLock(): Lock;
  /**
   * Tells who holds the lock: all readers and the writer, with owners, labels, since when and how long. `inspect()` of
   * the read lock and of the write lock give the same answer.
   * @returns plain data; at most 100 holders, and how many there are
   * @throws INVALID_OPTION when the client has no `inspection`; the errors of `isLocked`
   * @example
   * const { mode, holders } = await locks.readWriteLock("catalogue").inspect();
   */
  inspect(): Promise<InspectedLock>;
}

/** Makes both locks of these kinds. `shown`: the name of their type, when they are printed. */
export function bothLocks(
  client: ClientContext,
  name: string,
  shown: string,
  [readLock, writeLock]: readonly [LockKind, LockKind],
): ReadWriteLock {
  const [read, write] = [lockOfKind(client, readLock, name), lockOfKind(client, writeLock, name)];
  const both = { name, readLock: () => read, writeLock: () => write, inspect: () => read.inspect() };
  return shownAs(both, shown, () => ({ name }));
}

// A release of a read hold walks all holds of its owner.
const MOST_READ_HOLDS = 64;

/** Leaves out how a lock is acquired and released, and how its waiters learn of that. */
type SharedKind = Omit<LockKind, "id" | "method" | "channel" | "acquire" | "release" | "cancel" | "forceRelease">;

export const sharedReadKind: SharedKind = {
  ...exclusiveKind,
  shared: true,
  refusal: (end, name) => tooManyHolds(end, name, MOST_READ_HOLDS),
  ownerToField: checkedReader,
  fieldToOwner: ownerOfField,
  renew: (hold) => renewReadCall(hold, isStateDue(hold)),
  renewedWith: "read",
  check: checkReadCall,
  status: (key, owner) => statusSharedCall(key, owner, "read"),
};

export const sharedWriteKind: SharedKind = {
  ...exclusiveKind,
  stolenBy: "write",
  heldHere: `${RE_ENTER} of a hold that writes; release one that reads first`,
  ownerToField: (owner) => checkedWriter(owner) + WRITER,
  fieldToOwner: ownerOfField,
  refusal: (end, name) => (end === "upgrade" ? new UpgradeRefusedError(name) : tooManyHolds(end, name)),
  check: checkWriteCall,
  status: (key, owner) => statusSharedCall(key, owner, "write"),
};
