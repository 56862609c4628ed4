// The scripts of the fair lock as typed calls. The plain lock's scripts renew and check it.
import { lastTriesKey, queueKey, queueScoresKey, waiterChannels, waiterKey } from "../keys.ts";
import type { AcquireReply, BusyReply, Ended, GrantedHold, HoldId, ScriptCall, Standing } from "../protocol.ts";
import { fairAcquire, fairAcquireStanding, fairForceRelease, fairRelease } from "./generated.ts";
import {
  acquireArgs,
  acquireReply,
  endArgs,
  endReply,
  forceReleaseCallOf,
  keysOf,
  nextArgs,
  standingKeysOf,
  withStateOf,
} from "./lock.ts";
import { ReplyReader } from "./reply.ts";

/**
 * Acquires as the plain lock's call. `patienceMs`: how much longer each waiter may be first and silent than the waiter
 * before it. `first`: see acquireCall.
 */
export function fairAcquireCall(
  hold: HoldId,
  last: boolean,
  nonReentrant: boolean,
  patienceMs: number,
  first = true,
): ScriptCall<AcquireReply> {
  return {
    script: fairAcquire,
    keys: queuedKeysOf(hold),
    args: [...acquireArgs(hold, last, nonReentrant, first), String(patienceMs), waiterChannels(hold.key)],
    decode: acquireReply(fairAcquire, { whenBusy: queuedIn, holderPlace: 5 }),
  };
}

/** Returns the call of `fairAcquireCall` that also leaves a request. `call`: of a new owner. */
export function fairStandingCall<Reply>(
  call: ScriptCall<Reply>,
  { listed, request, counts }: Standing,
  { key, owner }: HoldId,
): ScriptCall<Reply | BusyReply> {
  return {
    ...call,
    script: fairAcquireStanding,
    keys: [...call.keys, waiterKey(key, owner)],
    args: [...call.args, listed, request, counts ? "1" : "0"],
    decode(reply) {
      const read = new ReplyReader(fairAcquireStanding, reply);
      // A last refusal has seven slots if it tells the holder.
      if (read.kind !== "busy" || read.length < 8) return call.decode(reply);
      const stands = { redisMs: read.integer(5), request: read.text(6), isOurs: read.integer(7) === 1 };
      return { kind: "busy", remainingMs: read.integer(2), ...queuedIn(read), stands };
    },
  };
}

/** Releases a hold. `next`: gets the lock if it is the first in the queue, see Serving. */
export function fairReleaseCall(
  hold: GrantedHold,
  first: boolean,
  patienceMs: number,
  releaseId = "",
  next?: HoldId,
): ScriptCall<Ended> {
  const call = endCall(hold, endArgs(hold, hold.epoch, first, releaseId), patienceMs);
  if (next === undefined) return call;
  return withStateOf({ ...call, args: [...call.args, "0", ...nextArgs(next)] }, hold.key, next.owner);
}

export function fairCancelCall(hold: HoldId, patienceMs: number): ScriptCall<Ended> {
  const call = endCall(hold, endArgs(hold, "", false), patienceMs);
  return { ...call, args: [...call.args, "1"] };
}

export function fairForceReleaseCall(key: string, requestId: string, patienceMs: number): ScriptCall<boolean> {
  const keys = [...queueKeys(key), ...standingKeysOf(key)];
  const more = { channel: waiterChannels(key), keys, args: [String(patienceMs)] };
  return forceReleaseCallOf(fairForceRelease, key, requestId, more);
}

function queuedIn(read: ReplyReader): Pick<BusyReply, "queued"> {
  const [position, againMs] = [read.integer(3), read.integer(4)];
  return position === 0 ? {} : { queued: { position, againMs } };
}

function endCall(hold: HoldId, args: readonly string[], patienceMs: number): ScriptCall<Ended> {
  return {
    script: fairRelease,
    keys: [...queuedKeysOf(hold), ...standingKeysOf(hold.key)],
    args: [...args, waiterChannels(hold.key), String(patienceMs)],
    decode: endReply(fairRelease),
  };
}

function queuedKeysOf(hold: HoldId): string[] {
  const [lock = "", page = "", ...record] = keysOf(hold);
  return [lock, page, ...queueKeys(hold.key), ...record];
}

function queueKeys(key: string): string[] {
  return [queueKey(key), queueScoresKey(key), lastTriesKey(key)];
}
