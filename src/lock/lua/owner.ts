// The scripts that act on all holds of one owner, as typed calls.
import {
  endsChannel,
  lastTriesKey,
  ownerStateKey,
  queueKey,
  queueScoresKey,
  readTimeoutKey,
  readTimeouts,
  readWriteChannel,
  readWriteQueueKeys,
  releaseChannel,
  requestKey,
  waiterChannels,
} from "../keys.ts";
import type { LuaScript, ScriptCall } from "../protocol.ts";
import {
  ownerRelease,
  ownerReleaseQueued,
  ownerReleaseQueuedReads,
  ownerReleaseQueuedWrites,
  ownerReleaseReads,
  ownerReleaseWrites,
  ownerRenew,
  ownerRenewReads,
} from "./generated.ts";
import { grantKeysOf, RECORD_BEYOND_LEASE_MS, standingKeysOf } from "./lock.ts";
import { ReplyReader } from "./reply.ts";
import { numberReply, withdrawCall, yesOrNo } from "./request.ts";

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

type Release = (of: OwnerOnLock, patienceMs: number) => ScriptCall<boolean>;

/** How the holds of an owner end, by the `id` of the kind of lock. */
const RELEASES: { readonly [kindId: string]: Release; readonly lock: Release } = {
  lock(of) {
    const { key } = of;
    const call = onceCall(ownerRelease, of, [releaseChannel(key), endsChannel(key)], { behind: standingKeysOf(key) });
    return { ...call, moreKeys: grantKeysOf(key) };
  },
  fair(of, patienceMs) {
    const { key } = of;
    const keys = { before: [queueKey(key), queueScoresKey(key), lastTriesKey(key)], behind: standingKeysOf(key) };
    return onceCall(ownerReleaseQueued, of, [waiterChannels(key), endsChannel(key), String(patienceMs)], keys);
  },
  read: (of) => ofReader(of, onceCall(ownerReleaseReads, of, sharedArgs(of))),
  write: (of) => onceCall(ownerReleaseWrites, of, sharedArgs(of)),
  fairread: (of) => ofReader(of, onceCall(ownerReleaseQueuedReads, of, sharedArgs(of), queueOf(of))),
  fairwrite: (of) => onceCall(ownerReleaseQueuedWrites, of, sharedArgs(of), queueOf(of)),
};

/** Ends all holds of the owner. Answers whether it had the lock. `kindId`: the `id` of the kind of lock. */
export function releaseOwnerCall(of: OwnerOnLock, kindId: string, patienceMs: number): ScriptCall<boolean> {
  return (RELEASES[kindId] ?? RELEASES.lock)(of, patienceMs);
}

/** The answer to a renewal of all holds of an owner. */
export interface OwnerRenewal {
  /** Whether the owner has the lock. */
  readonly isHeld: boolean;
  /** That of the holds that were renewed; undefined: not known. */
  readonly epoch: string | undefined;
}

/** Extends the lease of all holds of the owner. `kindId`: see releaseOwnerCall. */
export function renewOwnerCall(of: OwnerOnLock, kindId: string, leaseMs: number): ScriptCall<OwnerRenewal> {
  const lives = [String(leaseMs), String(leaseMs + RECORD_BEYOND_LEASE_MS)];
  const call = kindId.endsWith("read")
    ? ofReader(of, onceCall(ownerRenewReads, of, [...lives, readTimeouts(of.key)]))
    : onceCall(ownerRenew, of, [...lives, kindId.endsWith("write") ? "1" : "0"]);
  return {
    ...call,
    decode(reply) {
      const isHeld = call.decode(reply);
      const read = new ReplyReader(call.script, reply);
      return { isHeld, epoch: read.length > 3 ? read.text(3) : undefined };
    },
  };
}

function ofReader<Reply>({ key, field }: OwnerOnLock, call: ScriptCall<Reply>): ScriptCall<Reply> {
  return { ...call, moreKeys: [readTimeoutKey(key, field)] };
}

function queueOf({ key }: OwnerOnLock): MoreKeys {
  return { before: readWriteQueueKeys(key) };
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
