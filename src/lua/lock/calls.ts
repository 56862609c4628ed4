// The scripts of the plain lock as typed calls: keys, arguments and replies side by side.
import { forcedReleaseKey, ownerStateKey, recordKey, releaseChannel } from "../../keys.ts";
import type { Ended, ScriptCall } from "../call.ts";
import { ReplyReader } from "../call.ts";
import {
  type LuaScript,
  lockAcquire,
  lockCheck,
  lockForceRelease,
  lockRelease,
  lockRenew,
  lockStatus,
} from "../generated.ts";

// How long Redis remembers an end beyond the lease it concerns: longer than any late copy of a request.
export const RECORD_BEYOND_LEASE_MS = 60_000;

/** Names one hold of one lock in every request about it. */
export interface HoldId {
  /** The lock's key. */
  readonly key: string;
  readonly owner: string;
  readonly holdId: string;
  /** The owner was made for this hold alone; it needs no record of its own. */
  readonly ownerIsNew: boolean;
  /** The lease it was taken with, ms. */
  readonly leaseMs: number;
  /** A read hold: it has a lease of its own beside those of other readers. */
  readonly shared?: true | undefined;
}

/** A hold that Redis granted: all that a holder has to know of it, and all that its text says. */
export interface GrantedHold extends HoldId {
  /** The life of the lock in which it was granted. */
  readonly epoch: string;
  /** The `id` of the kind of lock: in a text, and where it is one of several. */
  readonly kindId?: string | undefined;
  /** The caller chose the lease, which is not renewed. */
  readonly leaseFixed?: boolean | undefined;
  /** Of a fenced lock, and as long as it is held: decimal digits. */
  readonly fencingToken?: string | undefined;
  /** Of several locks: the hold on each. */
  readonly members?: readonly GrantedHold[] | undefined;
}

export type HeldReply = {
  readonly kind: "held";
  readonly holdCount: number;
  readonly remainingMs: number;
  readonly epoch: string;
  readonly fencingToken?: string;
  /** Of several locks: the hold on each. */
  readonly members?: readonly GrantedHold[];
  /** Of a semaphore: permits that are left. */
  readonly available?: number;
};
export type BusyReply = {
  readonly kind: "busy";
  /** -1: not known; -2: it is free, and others come first. */
  readonly remainingMs: number;
  /** Of several locks: which is busy, from 0 on. */
  readonly member?: number;
  /** Of a semaphore: permits that there are. */
  readonly available?: number;
  readonly queued?: Queued;
};
/** Of a waiter in a queue. */
export type Queued = {
  /** 1 is next. */
  readonly position: number;
  /** When another try may succeed though nobody was told, in ms from now; -1: not before. */
  readonly againMs: number;
};
export type RenewedReply = { readonly kind: "renewed"; readonly holdCount: number };
export type CountedReply = { readonly kind: "counted"; readonly holdCount: number; readonly remainingMs: number };
export type LockStatus = { readonly remainingMs: number; readonly holdCount: number };

export type AcquireReply = HeldReply | BusyReply | Ended;

/**
 * `last`: the caller will not ask again under this hold id, so a refusal is remembered and final. `nonReentrant`: an
 * owner that has the lock is refused.
 */
export function acquireCall(hold: HoldId, last: boolean, nonReentrant = false): ScriptCall<AcquireReply> {
  const args = acquireArgs(hold, last, nonReentrant);
  return { script: lockAcquire, keys: keysOf(hold), args, decode: acquireReply(lockAcquire) };
}

export function acquireArgs(hold: HoldId, last: boolean, nonReentrant: boolean): string[] {
  const flags = [last, nonReentrant].map((flag) => (flag ? "1" : "0"));
  return [hold.owner, hold.holdId, String(hold.leaseMs), recordMs(hold), ...flags];
}

/** How the reply of a script that takes a lock reads. `more`: what its kind tells beside what all do. */
export function acquireReply(
  script: LuaScript,
  more: {
    readonly whenHeld?: (read: ReplyReader) => Pick<HeldReply, "fencingToken">;
    readonly whenBusy?: (read: ReplyReader) => Pick<BusyReply, "queued">;
  } = {},
): (reply: unknown) => AcquireReply {
  return (reply) => {
    const read = new ReplyReader(script, reply);
    if (read.kind === "held") {
      const [holdCount, remainingMs, epoch] = [read.integer(2), read.integer(3), read.text(4)];
      return { kind: "held", holdCount, remainingMs, epoch, ...more.whenHeld?.(read) };
    }
    if (read.kind === "busy") return { kind: "busy", remainingMs: read.integer(2), ...more.whenBusy?.(read) };
    return endOrThrow(read);
  };
}

/**
 * `first`: this hold was granted, and nobody has asked for its end before; all tries of that first request say so.
 * `releaseId`: of the object that has the hold, so that it hears of a release by others; "" for whoever has the hold as
 * text.
 */
export function releaseCall(hold: GrantedHold, first: boolean, releaseId = ""): ScriptCall<Ended> {
  return endCall(hold, endArgs(hold, hold.epoch, first, releaseId));
}

/** Ends a hold whose acquire may have been carried out or not; only what was provably granted is given back. */
export function cancelCall(hold: HoldId): ScriptCall<Ended> {
  return endCall(hold, endArgs(hold, "", false));
}

export function renewCall(hold: GrantedHold): ScriptCall<RenewedReply | Ended> {
  return { script: lockRenew, keys: keysOf(hold), args: renewArgs(hold), decode: renewReply(lockRenew) };
}

export function renewArgs(hold: GrantedHold): string[] {
  return [hold.owner, hold.holdId, String(hold.leaseMs), recordMs(hold)];
}

export function renewReply(script: LuaScript): (reply: unknown) => RenewedReply | Ended {
  return (reply) => {
    const read = new ReplyReader(script, reply);
    return read.kind === "renewed" ? { kind: "renewed", holdCount: read.integer(2) } : endOrThrow(read);
  };
}

export function checkCall(hold: GrantedHold): ScriptCall<CountedReply | Ended> {
  return { script: lockCheck, keys: keysOf(hold), args: checkArgs(hold), decode: checkReply(lockCheck) };
}

export function checkArgs(hold: GrantedHold): string[] {
  return [hold.owner, hold.holdId, recordMs(hold)];
}

export function checkReply(script: LuaScript): (reply: unknown) => CountedReply | Ended {
  return (reply) => {
    const read = new ReplyReader(script, reply);
    if (read.kind !== "counted") return endOrThrow(read);
    return { kind: "counted", holdCount: read.integer(2), remainingMs: read.integer(3) };
  };
}

export function forceReleaseCall(key: string, requestId: string): ScriptCall<boolean> {
  return {
    script: lockForceRelease,
    keys: [key, forcedReleaseKey(key, requestId)],
    args: forceReleaseArgs(key, releaseChannel(key)),
    decode: forceReleaseReply(lockForceRelease),
  };
}

/** `channel`: where the release is told. */
export function forceReleaseArgs(key: string, channel: string): string[] {
  return [String(RECORD_BEYOND_LEASE_MS), channel, ownerStateKey(key, "")];
}

export function forceReleaseReply(script: LuaScript): (reply: unknown) => boolean {
  return (reply) => expectKind(new ReplyReader(script, reply), "forced").integer(2) === 1;
}

export function statusCall(key: string, owner?: string): ScriptCall<LockStatus> {
  return {
    script: lockStatus,
    keys: [key],
    args: statusArgs(key, owner),
    decode: statusReply(lockStatus),
  };
}

export function statusArgs(key: string, owner = ""): string[] {
  return [owner, ownerStateKey(key, owner)];
}

export function statusReply(script: LuaScript): (reply: unknown) => LockStatus {
  return (reply) => {
    const read = expectKind(new ReplyReader(script, reply), "status");
    return { remainingMs: read.integer(2), holdCount: read.integer(3) };
  };
}

/** `first` and `releaseId`: see releaseCall; a cancel has neither. */
export function endArgs(hold: HoldId, epoch: string, first: boolean, releaseId = ""): string[] {
  return [hold.owner, hold.holdId, epoch, first ? "0" : "1", String(hold.leaseMs), recordMs(hold), releaseId];
}

/** How the reply of a script that ends a hold reads. */
export function endReply(script: LuaScript): (reply: unknown) => Ended {
  return (reply) => endOrThrow(new ReplyReader(script, reply));
}

function endCall(hold: HoldId, args: readonly string[]): ScriptCall<Ended> {
  return {
    script: lockRelease,
    keys: keysOf(hold),
    args: [...args, releaseChannel(hold.key)],
    decode: endReply(lockRelease),
  };
}

export function keysOf(hold: HoldId): string[] {
  const keys = [hold.key, ownerStateKey(hold.key, hold.owner)];
  return hold.ownerIsNew ? keys : [...keys, recordKey(hold.key, hold.owner, hold.holdId)];
}

export function recordMs(hold: HoldId): string {
  return String(hold.leaseMs + RECORD_BEYOND_LEASE_MS);
}

export function endOrThrow(read: ReplyReader): Ended {
  return expectKind(read, "ended").end();
}

export function expectKind(read: ReplyReader, kind: string): ReplyReader {
  if (read.kind !== kind) throw read.unexpected("is of another kind");
  return read;
}
