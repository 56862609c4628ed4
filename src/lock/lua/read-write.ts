// The scripts of the read/write lock as typed calls. The plain lock's script renews a write hold: its owner is the
// writer's field, which ends with ":write".
import { readTimeoutKey, readTimeouts, readWriteChannel } from "../keys.ts";
import type {
  AcquireReply,
  CountedReply,
  Ended,
  GrantedHold,
  HoldId,
  LockStatus,
  LuaScript,
  RenewedReply,
  ScriptCall,
} from "../protocol.ts";
import {
  readWriteAcquireRead,
  readWriteAcquireWrite,
  readWriteCheckRead,
  readWriteCheckWrite,
  readWriteForceRelease,
  readWriteReleaseRead,
  readWriteReleaseWrite,
  readWriteRenewRead,
  readWriteStatus,
} from "./generated.ts";
import {
  acquireArgs,
  acquireReply,
  checkArgs,
  checkReply,
  endArgs,
  endReply,
  forceReleaseCallOf,
  keysOf,
  RECORD_BEYOND_LEASE_MS,
  renewArgs,
  renewReply,
  statusKeys,
  statusReply,
} from "./lock.ts";

export type Access = "read" | "write";

export function acquireReadCall(hold: HoldId, last: boolean): ScriptCall<AcquireReply> {
  const args = [...acquireArgs(hold, last, false), readTimeouts(hold.key)];
  return sharedCall(readWriteAcquireRead, hold, args, acquireReply);
}

export function acquireWriteCall(hold: HoldId, last: boolean, first = true): ScriptCall<AcquireReply> {
  const args = [...acquireArgs(hold, last, false, first), readTimeouts(hold.key)];
  return sharedCall(readWriteAcquireWrite, hold, args, acquireReply);
}

export function releaseSharedCall(
  hold: GrantedHold,
  first: boolean,
  access: Access,
  releaseId = "",
): ScriptCall<Ended> {
  return endCall(hold, endArgs(hold, hold.epoch, first, releaseId), access);
}

export function cancelSharedCall(hold: HoldId, access: Access): ScriptCall<Ended> {
  return endCall(hold, endArgs(hold, "", false), access);
}

export function renewReadCall(hold: GrantedHold, keepsState: boolean): ScriptCall<RenewedReply | Ended> {
  const args = [...renewArgs(hold, keepsState), readTimeouts(hold.key)];
  return sharedCall(readWriteRenewRead, hold, args, renewReply);
}

export function checkReadCall(hold: GrantedHold): ScriptCall<CountedReply | Ended> {
  const args = [...checkArgs(hold), readTimeouts(hold.key), String(RECORD_BEYOND_LEASE_MS)];
  return sharedCall(readWriteCheckRead, hold, args, checkReply);
}

export function checkWriteCall(hold: GrantedHold): ScriptCall<CountedReply | Ended> {
  const args = [...checkArgs(hold), String(RECORD_BEYOND_LEASE_MS)];
  return sharedCall(readWriteCheckWrite, hold, args, checkReply);
}

/** Returns a call for a hold. `keys`: the KEYS of the script. Default: those of the hold. */
export function sharedCall<Reply>(
  script: LuaScript,
  hold: HoldId,
  args: readonly string[],
  decoderOf: (script: LuaScript) => (reply: unknown) => Reply,
  keys: readonly string[] = keysOf(hold),
): ScriptCall<Reply> {
  // Also for a write hold, which has no such key: its scripts do not use it.
  return { script, keys, args, decode: decoderOf(script), moreKeys: [readTimeoutKey(hold.key, hold.owner)] };
}

export function statusSharedCall(key: string, owner: string | undefined, access: Access): ScriptCall<LockStatus> {
  return {
    script: readWriteStatus,
    keys: statusKeys(key, owner),
    args: [owner ?? "", access],
    decode: statusReply(readWriteStatus),
  };
}

export function forceReleaseSharedCall(key: string, requestId: string, access: Access): ScriptCall<boolean> {
  return forceReleaseCallOf(readWriteForceRelease, key, requestId, { channel: readWriteChannel(key), args: [access] });
}

function endCall(hold: HoldId, args: readonly string[], access: Access): ScriptCall<Ended> {
  const script = access === "read" ? readWriteReleaseRead : readWriteReleaseWrite;
  const all = [...args, readWriteChannel(hold.key), readTimeouts(hold.key)];
  return sharedCall(script, hold, all, endReply);
}
