// The reentrant lock: Redisson's RLock (getLock), its hash, channel and payload. The other two kinds of this file
// differ in one point each, and exclude it under the same name.
import { type Client, contextOf } from "../client.ts";
import type { LockKind } from "../hold/kind.ts";
import { acquireCall, cancelCall, forceReleaseCall, releaseCall, statusCall } from "../lua/lock.ts";
import { alreadyHeld, exclusiveKind, NOT_REENTRANT } from "./exclusive-kind.ts";
import { type Lock, lockOfKind } from "./lock.ts";

export const reentrantKind: LockKind = {
  ...exclusiveKind,
  method: "lock",
  stolenBy: "exclusive",
  line: "passed",
  stands: "list",
  batched: { acquire: true, release: true },
  acquire: (hold, last, first) => acquireCall(hold, last, false, first),
  release: releaseCall,
  cancel: cancelCall,
  status: statusCall,
  forceRelease: forceReleaseCall,
};

/**
 * Returns the reentrant lock of this name: Redisson's `getLock(name)`. Sends nothing.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the lock's name, without the prefix
 * @returns the lock
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await using held = await lock(client, "orders:42").acquire({ waitMs: 5_000 });
 */
export function lock(client: Client, name: string): Lock {
  return lockOfKind(contextOf(client), reentrantKind, name);
}

/**
 * Returns the reentrant lock of this name, whose waiters poll: for databases or names without release messages.
 * Redisson's `getSpinLock(name)`. Unlike Redisson's, it publishes its release, because waiters of other kinds may need
 * the message.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the lock's name, without the prefix
 * @returns the lock
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await using held = await spinLock(client, "orders:42").acquire();
 */
export function spinLock(client: Client, name: string): Lock {
  return lockOfKind(contextOf(client), { ...reentrantKind, method: "spinLock", wait: "poll" }, name);
}

/**
 * Returns the non-reentrant lock of this name: a second acquire of the same owner throws ALREADY_HELD. Redisson's
 * `getNonReentrantLock(name)` (4.4.0). It matters only to callers that pass an `owner`.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the lock's name, without the prefix
 * @returns the lock
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await using held = await nonReentrantLock(client, "orders:42").acquire({ owner: "worker-7" });
 */
export function nonReentrantLock(client: Client, name: string): Lock {
  const kind: LockKind = {
    ...reentrantKind,
    method: "nonReentrantLock",
    stolenBy: "nonReentrant",
    heldHere: NOT_REENTRANT,
    batched: { release: true },
    acquire: (hold, last, first) => acquireCall(hold, last, true, first),
    refusal: alreadyHeld,
  };
  return lockOfKind(contextOf(client), kind, name);
}
