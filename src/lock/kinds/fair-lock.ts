// The fair lock: Redisson's RFairLock (getFairLock), its queue, scores and channels. The lock itself is the reentrant
// one.

import { type Client, contextOf } from "../client.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { LockKind } from "../hold/kind.ts";
import { waiterChannels } from "../keys.ts";
import {
  fairAcquireCall,
  fairCancelCall,
  fairForceReleaseCall,
  fairReleaseCall,
  fairStandingCall,
} from "../lua/fair.ts";
import { statusCall } from "../lua/lock.ts";
import { alreadyHeld, exclusiveKind, NOT_REENTRANT, wakesOne } from "./exclusive-kind.ts";
import { type Lock, lockOfKind } from "./lock.ts";

/**
 * Returns the fair lock of this name, which serves waiters in the order of their arrival: Redisson's
 * `getFairLock(name)`, in one queue with its waiters. A waiter that dies, or cannot reach Redis for 15 s, loses its
 * place.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the lock's name, without the prefix
 * @returns the lock
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await using held = await fairLock(client, "orders:42").acquire();
 */
export function fairLock(client: Client, name: string): Lock {
  const context = contextOf(client);
  return lockOfKind(context, reentrantFairKind(context), name);
}

/**
 * Returns the non-reentrant fair lock of this name: a second acquire of the same owner throws ALREADY_HELD. Redisson's
 * `getNonReentrantFairLock(name)` (4.4.0).
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the lock's name, without the prefix
 * @returns the lock
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await using held = await nonReentrantFairLock(client, "orders:42").acquire({ owner: "worker-7" });
 */
export function nonReentrantFairLock(client: Client, name: string): Lock {
  const context = contextOf(client);
  const kind = {
    ...fairKind(context.options.fairPatienceMs, true),
    ...{ method: "nonReentrantFairLock", heldHere: NOT_REENTRANT, refusal: alreadyHeld },
  };
  return lockOfKind(context, kind, name);
}

/** Returns the kind of `fairLock`. */
export function reentrantFairKind({ options }: ClientContext): LockKind {
  return fairKind(options.fairPatienceMs, false);
}

/** Returns a fair kind. `nonReentrant`: refuses an owner that holds the lock. */
function fairKind(patienceMs: number, nonReentrant: boolean): LockKind {
  return {
    ...exclusiveKind,
    id: "fair",
    method: "fairLock",
    stolenBy: nonReentrant ? "nonReentrant" : "exclusive",
    line: "queued",
    stands: "queue",
    standing: fairStandingCall,
    channel: (key) => ({ name: waiterChannels(key), perWaiter: true, wakes: wakesOne }),
    acquire: (hold, last, first) => fairAcquireCall(hold, last, nonReentrant, patienceMs, first),
    release: (hold, first, releaseId, serving) => fairReleaseCall(hold, first, patienceMs, releaseId, serving?.next),
    cancel: (hold) => fairCancelCall(hold, patienceMs),
    status: statusCall,
    forceRelease: (key, requestId) => fairForceReleaseCall(key, requestId, patienceMs),
  };
}
