// The fenced lock: Redisson's RFencedLock (getFencedLock). The plain lock, whose holds have tokens that rise from holder to holder.

import { type Held, HeldLock } from "../hold/held.ts";
import type { LockKind } from "../hold/kind.ts";
import { fencedAcquireCall } from "../lua/fenced/calls.ts";
import type { Lock } from "./lock.ts";
import { reentrantKind } from "./reentrant-lock.ts";

/** A lock by name whose holds have a fencing token. */
export type FencedLock = Lock<FencedHeld>;

/** A hold of a fenced lock. */
export interface FencedHeld extends Held {
  readonly fencingToken: string;
}

export const fencedKind: LockKind<FencedHeld> = {
  ...reentrantKind,
  method: "fencedLock",
  acquire: fencedAcquireCall,
  held(client, grant) {
    const held = new HeldLock(client, this, grant);
    if (!hasToken(held)) throw new TypeError("a hold of a fenced lock without a token");
    return held;
  },
};

function hasToken(held: Held): held is FencedHeld {
  return held.fencingToken !== undefined;
}
