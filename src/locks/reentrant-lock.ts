// The reentrant lock: Redisson's RLock (getLock), its hash, channel and payload. And the two kinds that differ from it
// in one point, and can meet it under one name.
import { type Client, contextOf } from "../client.ts";
import type { LockKind } from "../hold/kind.ts";
import { acquireCall, cancelCall, forceReleaseCall, releaseCall, statusCall } from "../lua/lock/calls.ts";
import { exclusiveKind, NOT_REENTRANT } from "./exclusive-kind.ts";
import { type Lock, lockOfKind } from "./lock.ts";
import { alreadyHeld } from "./non-reentrant.ts";

export const reentrantKind: LockKind = {
  ...exclusiveKind,
  method: "lock",
  batched: { acquire: true, release: true },
  acquire: acquireCall,
  release: releaseCall,
  cancel: cancelCall,
  status: statusCall,
  forceRelease: forceReleaseCall,
};

/**
 * Returns the reentrant lock of this name: Redisson's `getLock(name)`. Sends nothing by itself.
 * @param client what `createClient` returned
 * @param name the lock's name, without the prefix
 * @throws INVALID_OPTION naming "name"
 * @example
 * await using held = await lock(client, "orders:42").acquire({ waitMs: 5_000 });
 */
export function lock(client: Client, name: string): Lock {
  return lockOfKind(contextOf(client), reentrantKind, name);
}

/**
 * Returns the reentrant lock of this name, waited for by polling: for databases or names without release messages.
 * Redisson's `getSpinLock(name)`. Unlike Redisson's, it publishes its release, because others may wait for it by
 * message.
 * @param client what `createClient` returned
 * @param name the lock's name, without the prefix
 * @throws INVALID_OPTION naming "name"
 * @example
 * await using held = await spinLock(client, "orders:42").acquire();
 */
export function spinLock(client: Client, name: string): Lock {
  return lockOfKind(contextOf(client), { ...reentrantKind, method: "spinLock", wait: "poll" }, name);
}

/**
 * Returns the lock of this name whose owner gets ALREADY_HELD instead of one more hold: Redisson's
 * `getNonReentrantLock(name)` (4.4.0). It matters only to callers that pass an `owner`.
 * @param client what `createClient` returned
 * @param name the lock's name, without the prefix
 * @throws INVALID_OPTION naming "name"
 * @example
 * await using held = await nonReentrantLock(client, "orders:42").acquire({ owner: "worker-7" });
 */
export function nonReentrantLock(client: Client, name: string): Lock {
  const kind: LockKind = {
    ...reentrantKind,
    method: "nonReentrantLock",
    heldHere: NOT_REENTRANT,
    batched: { release: true },
    acquire: (hold, last) => acquireCall(hold, last, true),
    refusal: alreadyHeld,
  };
  return lockOfKind(contextOf(client), kind, name);
}
