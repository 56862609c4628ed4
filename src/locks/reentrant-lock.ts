// The plain lock: Redisson's RLock (reentrant; getLock), its hash, channel and payload. And the two kinds that differ from it in one
// point, and can meet it under one name.

import { HeldLock } from "../hold/held.ts";
import type { LockKind } from "../hold/kind.ts";
import { releaseChannel } from "../keys.ts";
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  releaseCall,
  renewCall,
  statusCall,
} from "../lua/lock/calls.ts";

/** One of many tries would be granted. "0" is a release; on other news all look for themselves. */
export function wakesOne(payload: string): number {
  return payload === "0" ? 1 : Number.POSITIVE_INFINITY;
}

export const RE_ENTER = "to re-enter, pass { owner: held.owner }";
export const NOT_REENTRANT = "it is not reentrant: release that hold first";

export const reentrantKind: LockKind = {
  family: "lock",
  method: "lock",
  wait: "auto",
  shared: false,
  heldHere: RE_ENTER,
  ownerToField: (owner) => owner,
  fieldToOwner: (field) => field,
  channel: (key) => ({ name: releaseChannel(key), perWaiter: false, wakes: wakesOne }),
  acquire: acquireCall,
  release: releaseCall,
  cancel: cancelCall,
  renew: renewCall,
  check: checkCall,
  status: statusCall,
  forceRelease: forceReleaseCall,
  held(client, grant) {
    return new HeldLock(client, this, grant);
  },
};

/** Redisson's getSpinLock: waited for by polling. Its release is told all the same, unlike Redisson's: others may wait by message. */
export const spinKind: LockKind = { ...reentrantKind, method: "spinLock", wait: "poll" };

/** Redisson's getNonReentrantLock (4.4.0): an owner that has it is refused. */
export const nonReentrantKind: LockKind = {
  ...reentrantKind,
  method: "nonReentrantLock",
  heldHere: NOT_REENTRANT,
  acquire: (hold, last) => acquireCall(hold, last, true),
};
