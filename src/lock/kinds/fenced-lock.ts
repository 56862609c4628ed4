// The fenced lock: Redisson's RFencedLock (getFencedLock). It is the reentrant lock with a token per holder, higher
// each time.

import { InvalidOptionError } from "../../base/errors.ts";
import { type Client, contextOf } from "../client.ts";
import type { HoldInit } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { LockKind } from "../hold/kind.ts";
import { fencedAcquireCall } from "../lua/fenced.ts";
import { cancelCall, forceReleaseCall, releaseCall, statusCall } from "../lua/lock.ts";
import { exclusiveKind } from "./exclusive-kind.ts";
import { type Lock, lockOfKind } from "./lock.ts";

/** A lock whose holds have a fencing token. */
export type FencedLock = Lock<FencedHeld>;

/** A hold of a fenced lock. */
export interface FencedHeld extends Held {
  /** Decimal digits: a number higher than the tokens of all earlier holders. */
  readonly fencingToken: string;
}

/**
 * Returns the fenced lock of this name: a reentrant lock whose holds have a `fencingToken`. The token is higher than
 * those of all earlier holders, so the protected resource can refuse a stale one.
 * Redisson's `getFencedLock(name)`, in one sequence with its tokens. Tokens rise through expiry, restart and the loss
 * of all data, unless the clock of Redis was set back. Unlike in Redisson, a re-entry has the token of the first hold.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the lock's name, without the prefix
 * @returns the lock
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await using held = await fencedLock(client, "invoices").acquire();
 * console.log(held.fencingToken);
 */
export function fencedLock(client: Client, name: string): FencedLock {
  return lockOfKind(contextOf(client), fencedKind, name);
}

export const fencedKind: LockKind<FencedHeld> = {
  ...exclusiveKind,
  method: "fencedLock",
  stolenBy: "fenced",
  line: "woken",
  stands: "fenced list",
  batched: { release: true },
  acquire: fencedAcquireCall,
  release: releaseCall,
  cancel: cancelCall,
  status: statusCall,
  forceRelease: forceReleaseCall,
  held(client, grant) {
    if (grant.hold.fencingToken === undefined) {
      throw new InvalidOptionError(
        "serialized",
        "is a hold without a fencing token: resume it as one of a reentrant lock",
      );
    }
    const held = new HeldLock(client, this, grant);
    if (!hasToken(held, grant)) throw new TypeError("a hold of a fenced lock without a token");
    return held;
  },
};

/** Asks the grant: a look at the hold would count as its use. */
function hasToken(held: Held, { hold }: HoldInit): held is FencedHeld {
  return "fencingToken" in held && hold.fencingToken !== undefined;
}
