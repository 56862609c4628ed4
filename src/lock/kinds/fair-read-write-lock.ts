// The fair read/write lock: Redisson's read/write lock, with a queue of ours before it.

import { type Client, contextOf } from "../client.ts";
import type { LockKind } from "../hold/kind.ts";
import { readWriteChannel } from "../keys.ts";
import {
  acquireQueuedCall,
  cancelQueuedCall,
  forceReleaseQueuedCall,
  releaseQueuedCall,
} from "../lua/fair-read-write.ts";
import type { Access } from "../lua/read-write.ts";
import { isolateName } from "../wait/isolate-name.ts";
import { wakesOne } from "./exclusive-kind.ts";
import { bothLocks, type ReadWriteLock, sharedReadKind, sharedWriteKind } from "./shared-lock.ts";

/**
 * Returns the read lock and the write lock of one name, which serve their waiters in the order of their arrival:
 * readers that stand next to each other acquire together, and a waiting writer holds back the readers behind it.
 * In Redis, the lock is Redisson's read/write lock, and a Java service may share it by `getReadWriteLock(name)`. The
 * queue is ours: callers in Java do not see it, and overtake. So do those of `readWriteLock(name)`.
 * An owner that writes may also read, and still reads after it has released the write lock. An owner that reads gets
 * UPGRADE_REFUSED for the write lock. A waiter that dies, or cannot reach Redis for 15 s, loses its place.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the name of both locks, without the prefix
 * @returns both locks
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await using held = await fairReadWriteLock(client, "catalogue").writeLock().acquire();
 */
export function fairReadWriteLock(client: Client, name: string): ReadWriteLock {
  return bothLocks(contextOf(client), name, "FairReadWriteLock", [fairReadKind, fairWriteKind]);
}

function queued(access: Access): Pick<LockKind, "channel" | "acquire" | "release" | "cancel" | "forceRelease"> {
  return {
    channel: (key) => ({ name: readWriteChannel(key), perWaiter: false, callsByNumber: true, wakes: wakesOne }),
    acquire: (hold, last, first) => acquireQueuedCall(hold, access, isolateName(), { last, first }),
    release: (hold, first, releaseId) => releaseQueuedCall(hold, first, access, releaseId),
    cancel: (hold) => cancelQueuedCall(hold, access, isolateName()),
    forceRelease: (key, requestId) => forceReleaseQueuedCall(key, requestId, access),
  };
}

export const fairReadKind: LockKind = { ...sharedReadKind, ...queued("read"), id: "fairread", method: "fairReadLock" };

export const fairWriteKind: LockKind = {
  ...sharedWriteKind,
  ...queued("write"),
  ...{ id: "fairwrite", method: "fairWriteLock" },
};
