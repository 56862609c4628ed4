// The scripts that act on all holds of one owner, as typed calls.
import {
  endsChannel,
  lastTriesKey,
  ownerStateKey,
  queueKey,
  queueScoresKey,
  readTimeouts,
  readWriteChannel,
  readWriteQueueKeys,
  releaseChannel,
  requestKey,
  waiterChannels,
  wakeChannel,
} from "../../keys.ts";
import type { LuaScript, ScriptCall } from "../../protocol.ts";
import {
  ownerRelease,
  ownerReleaseQueued,
  ownerReleaseQueuedReads,
  ownerReleaseQueuedWrites,
  ownerReleaseReads,
  ownerReleaseWrites,
  ownerRenew,
  ownerRenewReads,
} from "../generated.ts";
import { RECORD_BEYOND_LEASE_MS, standingKeysOf } from "../lock/calls.ts";
import { numberReply, yesOrNo } from "../request/calls.ts";
import { withdrawCall } from "../request/withdraw.ts";

/** An owner that the caller passed, on one lock. */
export interface OwnerOnLock {
  readonly key: string;
  /** As in the hash of the lock. */
  readonly field: string;
  /** The same in all attempts of a request. */
  readonly requestId: string;
}

/** The keys of a script between the owner state and the record, and behind the record. */
interface MoreKeys {
  readonly before?: readonly string[];
  readonly behind?: readonly string[];
}

/** Ends all holds of the owner of a lock with one owner at a time. Answers whether it had the lock. */
export function releaseOwnerCall(of: OwnerOnLock): ScriptCall<boolean> {
  const args = [releaseChannel(of.key), endsChannel(of.key)];
  return onceCall(ownerRelease, of, args, { behind: standingKeysOf(of.key) });
}

/** As releaseOwnerCall, for a fair lock. */
export function releaseOwnerQueuedCall(of: OwnerOnLock, patienceMs: number): ScriptCall<boolean> {
  const { key } = of;
  const keys = { before: [queueKey(key), queueScoresKey(key), lastTriesKey(key)], behind: standingKeysOf(key) };
  return onceCall(ownerReleaseQueued, of, [waiterChannels(key), endsChannel(key), String(patienceMs)], keys);
}

/** As releaseOwnerCall, for the read or the write holds of a read/write lock. */
export function releaseOwnerSharedCall(of: OwnerOnLock, access: "read" | "write"): ScriptCall<boolean> {
  return onceCall(access === "read" ? ownerReleaseReads : ownerReleaseWrites, of, sharedArgs(of));
}

/** As releaseOwnerCall, for the read or the write holds of a fair read/write lock. */
export function releaseOwnerSharedQueuedCall(of: OwnerOnLock, access: "read" | "write"): ScriptCall<boolean> {
  const script = access === "read" ? ownerReleaseQueuedReads : ownerReleaseQueuedWrites;
  return onceCall(script, of, [...sharedArgs(of), wakeChannel("")], { before: readWriteQueueKeys(of.key) });
}

/** Extends the lease of all holds of the owner. Answers whether it has the lock. `access`: of a read/write lock. */
export function renewOwnerCall(of: OwnerOnLock, leaseMs: number, access?: "read" | "write"): ScriptCall<boolean> {
  const lives = [String(leaseMs), String(leaseMs + RECORD_BEYOND_LEASE_MS)];
  if (access === "read") return onceCall(ownerRenewReads, of, [...lives, readTimeouts(of.key)]);
  return onceCall(ownerRenew, of, [...lives, access === undefined ? "0" : "1"]);
}

function sharedArgs({ key }: OwnerOnLock): string[] {
  return [readWriteChannel(key), endsChannel(key), readTimeouts(key)];
}

function onceCall(
  script: LuaScript,
  { key, field, requestId }: OwnerOnLock,
  args: readonly string[],
  { before = [], behind = [] }: MoreKeys = {},
): ScriptCall<boolean> {
  const record = requestKey(key, requestId);
  return yesOrNo({
    script,
    keys: [key, ownerStateKey(key, field), ...before, record, ...behind],
    args: [field, requestId, String(RECORD_BEYOND_LEASE_MS), ...args],
    decode: numberReply(script),
    withdrawal: withdrawCall(record, RECORD_BEYOND_LEASE_MS),
  });
}
