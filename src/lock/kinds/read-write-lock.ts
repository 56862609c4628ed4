// The read/write lock: Redisson's RReadWriteLock (getReadWriteLock), its hash, timeout keys, channel and payloads.

import { type Client, contextOf } from "../client.ts";
import type { LockKind } from "../hold/kind.ts";
import { readWriteChannel } from "../keys.ts";
import {
  type Access,
  acquireReadCall,
  acquireWriteCall,
  cancelSharedCall,
  forceReleaseSharedCall,
  releaseSharedCall,
} from "../lua/read-write.ts";
import { wakesOne } from "./exclusive-kind.ts";
import { bothLocks, type ReadWriteLock, sharedReadKind, sharedWriteKind } from "./shared-lock.ts";

/**
 * Returns the read lock and the write lock of one name: many may read at once, or one may write. Redisson's
 * `getReadWriteLock(name)`.
 * An owner that writes may also read, and still reads after it has released the write lock. An owner that reads gets
 * UPGRADE_REFUSED for the write lock. Readers do not wait for waiting writers, so writers can starve.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the name of both locks, without the prefix
 * @returns both locks
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await using held = await readWriteLock(client, "catalogue").readLock().acquire();
 */
export function readWriteLock(client: Client, name: string): ReadWriteLock {
  return bothLocks(contextOf(client), name, "ReadWriteLock", [readKind, writeKind]);
}

function ends(access: Access): Pick<LockKind, "id" | "method" | "channel" | "release" | "cancel" | "forceRelease"> {
  return {
    id: access,
    method: `${access}Lock`,
    channel: (key) => ({ name: readWriteChannel(key), perWaiter: false, wakes: wakesOne }),
    release: (hold, first, releaseId) => releaseSharedCall(hold, first, access, releaseId),
    cancel: (hold) => cancelSharedCall(hold, access),
    forceRelease: (key, requestId) => forceReleaseSharedCall(key, requestId, access),
  };
}

export const readKind: LockKind = { ...sharedReadKind, ...ends("read"), acquire: acquireReadCall };

export const writeKind: LockKind = { ...sharedWriteKind, ...ends("write"), acquire: acquireWriteCall };
