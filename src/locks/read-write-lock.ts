// The read/write lock: Redisson's RReadWriteLock (getReadWriteLock), its hash, timeout keys, channel and payloads.
import { InvalidOptionError } from "../errors.ts";
import type { LockKind } from "../hold/kind.ts";
import { hasTimeoutsAlone, readWriteChannel } from "../keys.ts";
import {
  type Access,
  acquireReadCall,
  acquireWriteCall,
  cancelSharedCall,
  checkReadCall,
  checkWriteCall,
  forceReleaseSharedCall,
  releaseSharedCall,
  renewReadCall,
  statusSharedCall,
} from "../lua/read-write/calls.ts";
import type { Lock } from "./lock.ts";
import { RE_ENTER, reentrantKind, wakesOne } from "./reentrant-lock.ts";

/** Two locks of one name: many may read at once, or one may write. */
export interface ReadWriteLock {
  /** The name given, without prefix. */
  readonly name: string;
  /** To read: others may read as well, but nobody writes, except that the owner of the write lock may read too. */
  readLock(): Lock;
  /** To write: nobody else reads or writes. */
  writeLock(): Lock;
}

const WRITER = ":write";

function shared(access: Access): LockKind {
  return {
    ...reentrantKind,
    family: access,
    method: `${access}Lock`,
    channel: (key) => ({ name: readWriteChannel(key), perWaiter: false, wakes: wakesOne }),
    release: (hold, first, releaseId) => releaseSharedCall(hold, first, access, releaseId),
    cancel: (hold) => cancelSharedCall(hold, access),
    status: (key, owner) => statusSharedCall(key, owner, access),
    forceRelease: (key, requestId) => forceReleaseSharedCall(key, requestId, access),
  };
}

export const readKind: LockKind = {
  ...shared("read"),
  shared: true,
  ownerToField(owner, key) {
    if (hasTimeoutsAlone(key, owner)) return checkedOwner(owner);
    throw new InvalidOptionError("owner", "of this read lock must be like held.owner");
  },
  acquire: acquireReadCall,
  renew: renewReadCall,
  check: checkReadCall,
};

export const writeKind: LockKind = {
  ...shared("write"),
  heldHere: `${RE_ENTER} of a hold that writes; release one that reads first`,
  ownerToField: (owner) => checkedOwner(owner) + WRITER,
  fieldToOwner: (field) => field.slice(0, -WRITER.length),
  acquire: acquireWriteCall,
  check: checkWriteCall,
};

/** The fields of the hash are its mode, its readers, and its writer. */
function checkedOwner(owner: string): string {
  if (owner === "mode" || owner.endsWith(WRITER)) {
    throw new InvalidOptionError("owner", `of a read/write lock cannot be "mode", nor end with "${WRITER}"`);
  }
  return owner;
}
