// The fair lock: Redisson's RFairLock (getFairLock), its queue, scores and channels; the lock itself is that of the plain one.

import type { LockKind } from "../hold/kind.ts";
import { waiterChannels } from "../keys.ts";
import { fairAcquireCall, fairCancelCall, fairForceReleaseCall, fairReleaseCall } from "../lua/fair/calls.ts";
import { NOT_REENTRANT, RE_ENTER, reentrantKind, wakesOne } from "./reentrant-lock.ts";

/** `reentrant`: an owner that has it gets one more hold, or is refused (Redisson's getNonReentrantFairLock, 4.4.0). */
export function fairKind(patienceMs: number, { reentrant }: { reentrant: boolean }): LockKind {
  return {
    ...reentrantKind,
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
