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
  return {
    script: readWriteAcquireRead,
    keys: keysOf(hold),
    args: [...acquireArgs(hold, last, false), readTimeouts(hold.key)],
    moreKeys: [readTimeoutKey(hold.key, hold.owner)],
    decode: acquireReply(readWriteAcquireRead),
  };
}

export function acquireWriteCall(hold: HoldId, last: boolean, first = true): ScriptCall<AcquireReply> {
  return {
    script: readWriteAcquireWrite,
    keys: keysOf(hold),
    args: [...acquireArgs(hold, last, false, first), readTimeouts(hold.key)],
    decode: acquireReply(readWriteAcquireWrite),
  };
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
  return {
    script: readWriteRenewRead,
    keys: keysOf(hold),
    args: [...renewArgs(hold, keepsState), readTimeouts(hold.key)],
    moreKeys: [readTimeoutKey(hold.key, hold.owner)],
    decode: renewReply(readWriteRenewRead),
  };
}

export function checkReadCall(hold: GrantedHold): ScriptCall<CountedReply | Ended> {
  return {
    script: readWriteCheckRead,
    keys: keysOf(hold),
    args: [...checkArgs(hold), readTimeouts(hold.key), String(RECORD_BEYOND_LEASE_MS)],
    moreKeys: [readTimeoutKey(hold.key, hold.owner)],
    decode: checkReply(readWriteCheckRead),
  };
}

export function checkWriteCall(hold: GrantedHold): ScriptCall<CountedReply | Ended> {
  return {
    script: readWriteCheckWrite,
    keys: keysOf(hold),
    args: [...checkArgs(hold), String(RECORD_BEYOND_LEASE_MS)],
    decode: checkReply(readWriteCheckWrite),
  };
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
  return {
    script,
    keys: keysOf(hold),
    args: [...args, readWriteChannel(hold.key), readTimeouts(hold.key)],
    moreKeys: access === "read" ? [readTimeoutKey(hold.key, hold.owner)] : [],
    decode: endReply(script),
  };
}
