// The scripts of the plain lock as typed calls: keys, arguments and replies side by side.
import {
  endsChannel,
  forcedReleaseKey,
  isolatesFlagKey,
  isolatesKey,
  ownerStateKey,
  recordKey,
  releaseChannel,
} from "../../keys.ts";
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
import { withdrawCall } from "../request/withdraw.ts";
import { aboutText, type HolderReply, holderIn } from "./about.ts";

// How long Redis remembers an end beyond the lease of its hold: longer than any late copy of a request takes.
export const RECORD_BEYOND_LEASE_MS = 60_000;
// Begins the id of a new owner's hold that is named by its caller, who may ask for it again. A passed owner has
// records, whose life tells the lease of a read hold, so it is the same for all.
export const REPEATABLE = "repeat:";
// Its end is remembered for longer: people and job queues repeat requests later than networks do.
export const REPEATABLE_BEYOND_LEASE_MS = 3_600_000;

/** Names one hold of one lock in every request about it. */
export interface HoldId {
  /** The lock's key. */
  readonly key: string;
  readonly owner: string;
  readonly holdId: string;
  /** The owner was created for this hold alone, which so needs no record of its own. */
  readonly ownerIsNew: boolean;
  /** The lease of its grant, ms. */
  readonly leaseMs: number;
  /** A read hold: it has a lease of its own beside those of other readers. */
  readonly shared?: true | undefined;
  /** What its caller says of it. Redis keeps it with the time of the grant. */
  readonly label?: string | undefined;
  /** If the last attempt is refused, its answer tells the holder. */
  readonly asksHolder?: boolean | undefined;
  /** The caller chose the lease: it is not renewed. */
  readonly leaseFixed?: boolean | undefined;
}

/** A hold that Redis granted: all that its holder must know, and all that its text contains. */
export interface GrantedHold extends HoldId {
  /** The life of the lock in which it was granted. */
  readonly epoch: string;
  /** The `id` of the kind of lock: in a text, and in one of several holds. */
  readonly kindId?: string | undefined;
  /** Fenced lock: its token while it is held, decimal digits. */
  readonly fencingToken?: string | undefined;
  /** Several locks: the hold on each. */
  readonly members?: readonly GrantedHold[] | undefined;
  /** Granted by a lock API: the text that names it there. */
  readonly apiText?: string | undefined;
}

export type HeldReply = {
  readonly kind: "held";
  readonly holdCount: number;
  readonly remainingMs: number;
  readonly epoch: string;
  readonly fencingToken?: string;
  /** Several locks: the hold on each. */
  readonly members?: readonly GrantedHold[];
  /** Semaphore: permits left. */
  readonly available?: number;
  /** A theft: the fields of the owners whose holds it ended. */
  readonly robbed?: readonly string[];
  /** A lock API chose these facts of the hold. */
  readonly chosen?: Pick<GrantedHold, "owner" | "leaseMs" | "apiText">;
};
export type BusyReply = {
  readonly kind: "busy";
  /** -1: not known; -2: the lock is free, and others are first in the queue. */
  readonly remainingMs: number;
  /** Several locks: index of the busy one, from 0. */
  readonly member?: number;
  /** Semaphore: available permits, fewer than requested. */
  readonly available?: number;
  readonly queued?: Queued;
  readonly holder?: HolderReply | undefined;
};
/** The place of a waiter in a queue. */
export type Queued = {
  /** 1 is next. */
  readonly position: number;
  /** When another attempt may succeed without a message, in ms from now; -1: not known. */
  readonly againMs: number;
  /** Of a new waiter that is called by its number; 0 for one that was in the queue before. */
  readonly number?: number;
};
export type RenewedReply = { readonly kind: "renewed"; readonly holdCount: number };
export type CountedReply = { readonly kind: "counted"; readonly holdCount: number; readonly remainingMs: number };
export type LockStatus = { readonly remainingMs: number; readonly holdCount: number };

export type AcquireReply = HeldReply | BusyReply | Ended;

/**
 * Acquires the lock. `last`: the caller will not ask again under this hold id, so a refusal is recorded and final.
 * `nonReentrant`: an owner that holds the lock is refused. `first`: false if an earlier attempt under this hold id was
 * answered, and so checked that the key is a lock.
 */
export function acquireCall(hold: HoldId, last: boolean, nonReentrant = false, first = true): ScriptCall<AcquireReply> {
  const args = acquireArgs(hold, last, nonReentrant, first);
  return { script: lockAcquire, keys: keysOf(hold), args, decode: acquireReply(lockAcquire) };
}

export function isolatesKeysOf({ key }: HoldId): string[] {
  return [isolatesKey(key), isolatesFlagKey(key)];
}

/** The parameters: see acquireCall. */
export function acquireArgs(hold: HoldId, last: boolean, nonReentrant: boolean, first = true): string[] {
  const attempt = last ? (hold.asksHolder ? "3" : "1") : first ? "0" : "2";
  return [
    ...[hold.owner, hold.holdId, String(hold.leaseMs), recordMs(hold), attempt],
    ...[nonReentrant ? "1" : "0", aboutText(hold.label)],
  ];
}

/** Returns the decoder for a script that acquires a lock. `more`: reads what only this kind of lock replies. */
export function acquireReply(
  script: LuaScript,
  more: {
    readonly whenHeld?: (read: ReplyReader) => Pick<HeldReply, "fencingToken" | "robbed">;
    readonly whenBusy?: (read: ReplyReader) => Pick<BusyReply, "queued">;
    /** The slot of a busy reply where the holder begins; default 3. */
    readonly holderPlace?: number;
  } = {},
): (reply: unknown) => AcquireReply {
  return (reply) => {
    const read = new ReplyReader(script, reply);
    if (read.kind === "held") {
      const [holdCount, remainingMs, epoch] = [read.integer(2), read.integer(3), read.text(4)];
      return { kind: "held", holdCount, remainingMs, epoch, ...more.whenHeld?.(read) };
    }
    if (read.kind === "busy") {
      const holder = holderIn(read, more.holderPlace ?? 3);
      return { kind: "busy", remainingMs: read.integer(2), ...more.whenBusy?.(read), ...(holder && { holder }) };
    }
    return endOrThrow(read);
  };
}

/**
 * Releases a hold. `first`: the hold was granted, and nobody has asked for its end before; all attempts of that first
 * request say so. `releaseId`: id of the object that has the hold, so that it learns of a release by others; "" for a
 * release by text.
 */
export function releaseCall(hold: GrantedHold, first: boolean, releaseId = ""): ScriptCall<Ended> {
  return endCall(hold, endArgs(hold, hold.epoch, first, releaseId));
}

/**
 * Ends a hold whose acquire may or may not have run. Gives back only what was provably granted. `leaving`: the name of
 * this isolate, if nobody else waits here.
 */
export function cancelCall(hold: HoldId, leaving?: string): ScriptCall<Ended> {
  const call = endCall(hold, endArgs(hold, "", false));
  return leaving === undefined ? call : { ...call, args: [...call.args, leaving] };
}

/** `keepsState`: whether the owner state is kept, if the hold has no record: see state-life.ts. */
export function renewCall(hold: GrantedHold, keepsState: boolean): ScriptCall<RenewedReply | Ended> {
  return { script: lockRenew, keys: keysOf(hold), args: renewArgs(hold, keepsState), decode: renewReply(lockRenew) };
}

export function renewArgs(hold: GrantedHold, keepsState: boolean): string[] {
  return [hold.owner, hold.holdId, String(hold.leaseMs), recordMs(hold), keepsState ? "1" : "0"];
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
  return forceReleaseCallOf(lockForceRelease, key, requestId, { channel: releaseChannel(key) });
}

/** Frees a lock by the script of its kind. `channel`: where the release is published; `keys`, `args`: further ones. */
export function forceReleaseCallOf(
  script: LuaScript,
  key: string,
  requestId: string,
  more: { readonly channel: string; readonly keys?: readonly string[]; readonly args?: readonly string[] },
): ScriptCall<boolean> {
  const { channel, keys = [], args = [] } = more;
  const record = forcedReleaseKey(key, requestId);
  return {
    script,
    keys: [key, record, ...keys],
    args: [String(RECORD_BEYOND_LEASE_MS), channel, ownerStateKey(key, ""), endsChannel(key), ...args],
    decode: (reply) => expectKind(new ReplyReader(script, reply), "forced").integer(2) === 1,
    withdrawal: withdrawCall(record, RECORD_BEYOND_LEASE_MS),
  };
}

export function statusCall(key: string, owner = ""): ScriptCall<LockStatus> {
  return {
    script: lockStatus,
    keys: statusKeys(key, owner),
    args: [owner],
    decode: statusReply(lockStatus),
  };
}

export function statusKeys(key: string, owner = ""): string[] {
  return [key, ownerStateKey(key, owner)];
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

/** Returns the decoder for a script that ends a hold. */
export function endReply(script: LuaScript): (reply: unknown) => Ended {
  return (reply) => endOrThrow(new ReplyReader(script, reply));
}

function endCall(hold: HoldId, args: readonly string[]): ScriptCall<Ended> {
  return {
    script: lockRelease,
    keys: [...keysOf(hold), ...isolatesKeysOf(hold)],
    args: [...args, releaseChannel(hold.key)],
    decode: endReply(lockRelease),
  };
}

export function keysOf(hold: HoldId): string[] {
  const keys = [hold.key, ownerStateKey(hold.key, hold.owner)];
  return hold.ownerIsNew ? keys : [...keys, recordKey(hold.key, hold.owner, hold.holdId)];
}

export function recordMs(hold: HoldId): string {
  const beyondMs = hold.holdId.startsWith(REPEATABLE) ? REPEATABLE_BEYOND_LEASE_MS : RECORD_BEYOND_LEASE_MS;
  return String(hold.leaseMs + beyondMs);
}

export function endOrThrow(read: ReplyReader): Ended {
  return expectKind(read, "ended").end();
}

export function expectKind(read: ReplyReader, kind: string): ReplyReader {
  if (read.kind !== kind) throw read.unexpected("is of another kind");
  return read;
}
