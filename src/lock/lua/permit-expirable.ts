// The scripts of the permit-expirable semaphore as typed calls. Permits have ids of 32 hex digits; Redis stores their
// 16 bytes.
import { permitLeasesKey, requestKey, semaphoreChannel } from "../keys.ts";
import type {
  AcquireReply,
  CountedReply,
  Ended,
  LuaScript,
  PermitChange,
  PermitStatus,
  RenewedReply,
  ScriptCall,
} from "../protocol.ts";
import {
  permitExpirableAcquire,
  permitExpirableRelease,
  permitExpirableReleaseMany,
  permitExpirableRenew,
  permitExpirableSet,
  permitExpirableStatus,
} from "./generated.ts";
import { endOrThrow, RECORD_BEYOND_LEASE_MS, REPEATABLE_BEYOND_LEASE_MS } from "./lock.ts";
import { expectKind, ReplyReader } from "./reply.ts";
import { numberReply, onceCall, REQUEST_RECORD_MS, withdrawCall, yesOrNo } from "./request.ts";

/** Permits that are leased, renewed and cancelled together, or a single one that a caller has. */
export interface PermitIds {
  /** The semaphore's key. */
  readonly key: string;
  readonly ids: readonly [string, ...string[]];
  /** The lease of their grant, ms; undefined: not known. */
  readonly leaseMs?: number;
  /** Whether their caller may ask again much later: Redis then remembers their end for an hour more. */
  readonly repeats?: boolean;
}

/** Leases permits. `last`: the caller will not ask again for these ids, so a refusal is recorded and final. */
export function acquirePermitsCall(permits: PermitIds & { leaseMs: number }, last: boolean): ScriptCall<AcquireReply> {
  const args = [String(permits.leaseMs), last ? "1" : "0"];
  return callOf(permitExpirableAcquire, permits, args, (read) => {
    if (read.kind === "ended") return read.end();
    const [remainingMs, available] = [read.integer(2), read.integer(3)];
    if (read.kind === "held") return { kind: "held", holdCount: 1, remainingMs, epoch: "", available };
    expectKind(read, "busy");
    return { kind: "busy", remainingMs, available };
  });
}

/** Gives back those that are leased: one that a caller has, or all of an acquire that is cancelled. */
export function releasePermitsCall(permits: PermitIds): ScriptCall<Ended> {
  return callOf(permitExpirableRelease, permits, [], endOrThrow);
}

/** Renews all of them, or none. */
export function renewPermitsCall(permits: PermitIds, leaseMs: number): ScriptCall<RenewedReply | Ended> {
  return callOf(permitExpirableRenew, permits, [String(leaseMs)], (read) => {
    return read.kind === "leased" ? { kind: "renewed", holdCount: 1 } : endOrThrow(read);
  });
}

export function checkPermitsCall(permits: PermitIds): ScriptCall<CountedReply | Ended> {
  return callOf(permitExpirableRenew, permits, [], (read) => {
    if (read.kind !== "leased") return endOrThrow(read);
    return { kind: "counted", holdCount: 1, remainingMs: read.integer(2) };
  });
}

/** Gives back all or none. Answers whether they were given back. */
export function releaseListCall(key: string, ids: readonly string[], requestId: string): ScriptCall<boolean> {
  return yesOrNo({
    script: permitExpirableReleaseMany,
    keys: [key, permitLeasesKey(key), ...[requestId, ...ids].map((id) => requestKey(key, id))],
    args: [semaphoreChannel(key), ids.join(""), String(REQUEST_RECORD_MS)],
    decode: numberReply(permitExpirableReleaseMany),
    withdrawal: withdrawCall(requestKey(key, requestId), REQUEST_RECORD_MS),
  });
}

/** Changes the number of permits. Answers whether it did: "try" changes nothing if a number is set. */
export function setPermitsCall(
  key: string,
  change: PermitChange,
  permits: number,
  requestId: string,
): ScriptCall<boolean> {
  const call = onceCall(permitExpirableSet, key, requestId, semaphoreChannel(key), String(permits), change);
  return yesOrNo({ ...call, keys: [...call.keys, permitLeasesKey(key)] });
}

export function permitStatusCall(key: string): ScriptCall<PermitStatus> {
  return {
    script: permitExpirableStatus,
    keys: [key, permitLeasesKey(key)],
    args: [semaphoreChannel(key)],
    decode(reply) {
      const read = expectKind(new ReplyReader(permitExpirableStatus, reply), "permits");
      return { available: read.integer(2), leased: read.integer(3), isSet: read.integer(4) === 1 };
    },
  };
}

function callOf<Reply>(
  script: LuaScript,
  { key, ids, leaseMs, repeats = false }: PermitIds,
  args: readonly string[],
  decode: (read: ReplyReader) => Reply,
): ScriptCall<Reply> {
  const [first] = ids;
  const beyondLeaseMs = repeats ? REPEATABLE_BEYOND_LEASE_MS : RECORD_BEYOND_LEASE_MS;
  const recordMs = leaseMs === undefined ? REQUEST_RECORD_MS : leaseMs + beyondLeaseMs;
  return {
    script,
    keys: [key, permitLeasesKey(key), requestKey(key, first)],
    args: [semaphoreChannel(key), ids.join(""), String(recordMs), ...args],
    decode: (reply) => decode(new ReplyReader(script, reply)),
  };
}
