// The scripts of the fair read/write lock as typed calls. The scripts of the read/write lock renew, check and describe
// it, and steal it.
import { readTimeouts, readWriteChannel, readWriteQueueKeys } from "../keys.ts";
import type { AcquireReply, Ended, GrantedHold, HoldId, ScriptCall } from "../protocol.ts";
import {
  fairReadWriteAcquireRead,
  fairReadWriteAcquireWrite,
  fairReadWriteForceRelease,
  fairReadWriteReleaseRead,
  fairReadWriteReleaseWrite,
} from "./generated.ts";
import { acquireArgs, acquireReply, endArgs, endReply, forceReleaseCallOf, keysOf } from "./lock.ts";
import { type Access, sharedCall } from "./read-write.ts";
import type { ReplyReader } from "./reply.ts";

/**
 * Acquires, or queues. `last` and `first`: see acquireCall. `listener`: where the caller hears that it may acquire, see
 * lib/rw-queue.lua; it has no "|".
 */
export function acquireQueuedCall(
  hold: HoldId,
  access: Access,
  listener: string,
  { last, first }: { readonly last: boolean; readonly first: boolean },
): ScriptCall<AcquireReply> {
  const script = access === "read" ? fairReadWriteAcquireRead : fairReadWriteAcquireWrite;
  const args = [readTimeouts(hold.key), waiterOf(hold, access, listener), readWriteChannel(hold.key)];
  const more = {
    whenBusy(read: ReplyReader) {
      const [position, againMs, number] = [read.integer(3), read.integer(4), read.integer(5)];
      return position === 0 ? {} : { queued: { position, againMs, number } };
    },
    holderPlace: 6,
  };
  const all = [...acquireArgs(hold, last, false, first), ...args];
  return sharedCall(script, hold, all, (of) => acquireReply(of, more), queuedKeysOf(hold));
}

export function releaseQueuedCall(
  hold: GrantedHold,
  first: boolean,
  access: Access,
  releaseId = "",
): ScriptCall<Ended> {
  return endCall(hold, endArgs(hold, hold.epoch, first, releaseId), access, "");
}

/** Ends whatever an acquire got, and leaves the queue. */
export function cancelQueuedCall(hold: HoldId, access: Access, listener: string): ScriptCall<Ended> {
  return endCall(hold, endArgs(hold, "", false), access, waiterOf(hold, access, listener));
}

export function forceReleaseQueuedCall(key: string, requestId: string, access: Access): ScriptCall<boolean> {
  const more = { channel: readWriteChannel(key), keys: readWriteQueueKeys(key), args: [access] };
  return forceReleaseCallOf(fairReadWriteForceRelease, key, requestId, more);
}

function endCall(hold: HoldId, args: readonly string[], access: Access, waiter: string): ScriptCall<Ended> {
  const script = access === "read" ? fairReadWriteReleaseRead : fairReadWriteReleaseWrite;
  const all = [...args, readWriteChannel(hold.key), readTimeouts(hold.key), waiter];
  return sharedCall(script, hold, all, endReply, queuedKeysOf(hold));
}

function queuedKeysOf(hold: HoldId): string[] {
  const [lock = "", state = "", ...record] = keysOf(hold);
  return [lock, state, ...readWriteQueueKeys(hold.key), ...record];
}

// A waiter of a fair read/write lock, as the queue has it: see lib/rw-queue.lua.

const WAITER = /^([rw])\|([^|]*)\|[^|]*\|([^|]*)\|([\s\S]*)$/;
const ACCESS = { r: "read", w: "write" } as const;

/** Returns the text of a waiter. An owner and a hold id have no "|"; a label may have. */
export function waiterOf({ owner, ownerIsNew, holdId, label }: HoldId, access: Access, listener: string): string {
  return [access === "read" ? "r" : "w", holdId, listener, ownerIsNew ? "" : owner, label ?? ""].join("|");
}

/** Reads the text of a waiter. That of a fair lock is its owner. */
export function waiterNamed(text: string): { owner: string; access?: Access; label?: string } {
  const [, letter, holdId = "", owner = "", label = ""] = WAITER.exec(text) ?? [];
  if (letter !== "r" && letter !== "w") return { owner: text };
  return { owner: owner === "" ? holdId : owner, access: ACCESS[letter], label };
}
