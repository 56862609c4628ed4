// The fair lock: Redisson's RFairLock (getFairLock), its queue, scores and channels; the lock itself is that of the plain one.
import { fairAcquireCall, fairCancelCall, fairForceReleaseCall, fairReleaseCall } from "../lua/fair/calls.ts";
import { waiterChannels } from "../names.ts";
import type { LockKind } from "./kind.ts";
import { NOT_REENTRANT, plainLock, RE_ENTER, wakesOne } from "./lock.ts";

/** `reentrant`: an owner that has it gets one more hold, or is refused (Redisson's getNonReentrantFairLock, 4.4.0). */
export function fairLock(patienceMs: number, { reentrant }: { reentrant: boolean }): LockKind {
  return {
    ...plainLock,
    family: "fair",
    method: reentrant ? "fairLock" : "nonReentrantFairLock",
    heldHere: reentrant ? RE_ENTER : NOT_REENTRANT,
    channel: (key) => ({ name: waiterChannels(key), perWaiter: true, wakes: wakesOne }),
    acquire: (hold, last) => fairAcquireCall(hold, last, !reentrant, patienceMs),
    release: (hold, first, releaseId) => fairReleaseCall(hold, first, patienceMs, releaseId),
    cancel: (hold) => fairCancelCall(hold, patienceMs),
    forceRelease: (key, requestId) => fairForceReleaseCall(key, requestId, patienceMs),
  };
}
