// The scripts of the plain lock as typed calls: keys, arguments and replies side by side.
import { epochNowMs, nowMs } from "../../base/clock.ts";
import {
  endsChannel,
  forcedReleaseKey,
  ownerStateKey,
  recordKey,
  releaseChannel,
  standingFlagKey,
  standingKey,
  tokenKey,
} from "../keys.ts";
import type {
  About,
  AcquireReply,
  BusyReply,
  CountedReply,
  Ended,
  GrantedHold,
  HeldReply,
  HolderReply,
  HoldId,
  LockStatus,
  LuaScript,
  RenewedReply,
  ScriptCall,
  Serving,
} from "../protocol.ts";
import { lockAcquire, lockCheck, lockForceRelease, lockRelease, lockRenew, lockStatus } from "./generated.ts";
import { expectKind, ReplyReader } from "./reply.ts";
import { withdrawCall } from "./request.ts";

// How long Redis remembers an end beyond the lease of its hold: longer than any late copy of a request takes.
export const RECORD_BEYOND_LEASE_MS = 60_000;
// Begins the id of a new owner's hold that is named by its caller, who may ask for it again. A passed owner has
// records, whose life tells the lease of a read hold, so it is the same for all.
export const REPEATABLE = "repeat:";
// Its end is remembered for longer: people and job queues repeat requests later than networks do.
export const REPEATABLE_BEYOND_LEASE_MS = 3_600_000;

/**
 * Acquires the lock. `last`: the caller will not ask again under this hold id, so a refusal is recorded and final.
 * `nonReentrant`: an owner that holds the lock is refused. `first`: false if an earlier attempt under this hold id was
 * answered, and so checked that the key is a lock.
 */
export function acquireCall(hold: HoldId, last: boolean, nonReentrant = false, first = true): ScriptCall<AcquireReply> {
  const args = acquireArgs(hold, last, nonReentrant, first);
  return { script: lockAcquire, keys: keysOf(hold), args, decode: acquireReply(lockAcquire) };
}

/** Returns the keys of the standing requests: the last keys of each script that keeps or serves them. */
export function standingKeysOf(key: string): string[] {
  return [standingKey(key), standingFlagKey(key)];
}

/** Returns the keys that a grant to a waiter needs beside those: its fencing token. */
export function grantKeysOf(key: string): string[] {
  return [tokenKey(key)];
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
 * release by text. `serving`: gives the freed lock to its `next`, or serves those who stand.
 */
export function releaseCall(hold: GrantedHold, first: boolean, releaseId = "", serving?: Serving): ScriptCall<Ended> {
  const { stands = "", next, nextRequest = "" } = serving ?? {};
  const passed = next === undefined ? [] : ["", ...nextArgs(next), nextRequest];
  const more = serving === undefined ? [] : [...chainArgs(serving), stands, ...passed];
  const call = endCall(hold, endArgs(hold, hold.epoch, first, releaseId), more);
  // The waiter that stands may have ended.
  const owner = next?.owner ?? stands.split(" ")[1];
  return owner === undefined ? call : withStateOf(call, hold.key, owner);
}

/** Adds the owner state of a waiter to the keys of a release. */
export function withStateOf<Reply>(call: ScriptCall<Reply>, key: string, owner: string): ScriptCall<Reply> {
  return { ...call, moreKeys: [...(call.moreKeys ?? []), ownerStateKey(key, owner)] };
}

/** Returns what the script learns of the next owner: see Serving. */
export function nextArgs(next: HoldId): string[] {
  return [next.owner, String(next.leaseMs), recordMs(next), aboutText(next.label)];
}

/**
 * Ends a hold whose acquire may or may not have run. Gives back only what was provably granted. `request`: its
 * standing request, which leaves the list.
 */
export function cancelCall(hold: HoldId, request?: string): ScriptCall<Ended> {
  return endCall(hold, endArgs(hold, "", false), request === undefined ? [] : [...chainArgs({}), "", request]);
}

function chainArgs({ chain, wasShort }: Pick<Serving, "chain" | "wasShort">): string[] {
  const { since = "", turns = 0, owed = 0 } = chain ?? {};
  return [since, String(turns), String(owed), wasShort ? "1" : "0"];
}

/** `keepsState`: whether the owner state is kept, if the hold has no record: see isStateDue(). */
export function renewCall(hold: GrantedHold, keepsState: boolean): ScriptCall<RenewedReply | Ended> {
  const args = [...renewArgs(hold, keepsState), aboutText(hold.label)];
  return { script: lockRenew, keys: keysOf(hold), args, decode: renewReply(lockRenew) };
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
  return forceReleaseCallOf(lockForceRelease, key, requestId, {
    channel: releaseChannel(key),
    keys: standingKeysOf(key),
  });
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
    moreKeys: grantKeysOf(key),
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
  return (reply) => {
    const read = new ReplyReader(script, reply);
    const end = endOrThrow(read);
    if (read.length > 3 && read.text(3) === "passed") return { ...end, isPassed: true };
    return { ...end, ...(read.has("granted", 3) && { granted: read.text(4) }) };
  };
}

function endCall(hold: HoldId, args: readonly string[], more: readonly string[]): ScriptCall<Ended> {
  return {
    script: lockRelease,
    keys: [...keysOf(hold), ...standingKeysOf(hold.key)],
    args: [...args, releaseChannel(hold.key), ...more],
    moreKeys: grantKeysOf(hold.key),
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

// The label and the time of a grant, which an owner state has for inspections. No script decides anything by them.

/** Returns what the owner state ends with: see lib/state.lua. */
export function aboutText(label: string | undefined): string {
  return label === undefined ? "" : `\n${epochNowMs()} ${label}`;
}

/** Reads what an owner state says of the grant. */
export function aboutOf(ownerState: string): About {
  // A holder that listens has a mark before it, see wanted.lua.
  const [, since, label = ""] = /^[^\n]*\n(?:@\S* )?(\d{1,15}) ([\s\S]*)$/.exec(ownerState) ?? [];
  return { label, since: since === undefined ? undefined : Number(since) };
}

/** Returns the holder that a busy reply tells from this slot on, if it tells one. */
export function holderIn(read: ReplyReader, place: number): HolderReply | undefined {
  return read.length <= place ? undefined : { field: read.text(place), ...aboutOf(read.text(place + 1)) };
}

// Decides which renewals of a hold also extend its owner state. The owner state has the hold's label, which no renewal
// could write again. With a passed owner, every renewal extends it, because the hold has a record.

const keptAt = new WeakMap<GrantedHold, number>();

/** Notes that the owner state of this hold was just written, or of each of several. */
export function stateKept(hold: GrantedHold): void {
  for (const each of [hold, ...(hold.members ?? [])]) keptAt.set(each, nowMs());
}

/**
 * Returns whether a renewal must now extend the owner state, which costs a command. Once in each third of its lifetime
 * is enough, so that a lost request does no harm.
 */
export function isStateDue(hold: GrantedHold): boolean {
  const last = keptAt.get(hold);
  const isDue = last === undefined || nowMs() - last >= (hold.leaseMs + RECORD_BEYOND_LEASE_MS) / 3;
  if (isDue) stateKept(hold);
  return isDue;
}
