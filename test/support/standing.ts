// Waiters that stand, each with a mailbox of its own, for tests of the scripts.
import { channelAt, mailboxAddress } from "../../src/lock/keys.ts";
import { fairAcquireCall, fairStandingCall } from "../../src/lock/lua/fair.ts";
import { fencedAcquireCall } from "../../src/lock/lua/fenced.ts";
import { acquireCall } from "../../src/lock/lua/lock.ts";
import { fencedStandingCall, standingCall, standingRequest } from "../../src/lock/lua/standing.ts";
import type { AcquireReply, GrantedHold, ScriptCall } from "../../src/lock/protocol.ts";
import { isSealed, sealOf } from "../../src/lock/wait/seal.ts";

/** How long a waiter of a fair lock may be first and silent. */
export const FAIR_PATIENCE_MS = 300_000;

/** What an attempt says, beside the hold. */
export interface Attempt {
  /** The request as it is in the list. */
  readonly listed?: string;
  /** When the request says that its waiter was seen, epoch ms; default: the time of the script. */
  readonly seenMs?: number;
  readonly first?: boolean;
  readonly last?: boolean;
  readonly counts?: boolean;
  readonly isOnlyCalled?: boolean;
  /** As in `RequestMarks`. Default: false, because a test listens on the channel of the lock. */
  readonly countsOthers?: boolean | undefined;
  readonly probe?: string;
  /** As in `RequestMarks`. Default: false. */
  readonly locksKeys?: boolean;
}

/** Returns the address of an owner's mailbox. */
export function mailboxOf(owner: string): string {
  return mailboxAddress("lock:", owner.replaceAll("-", "").slice(0, 32));
}

export function channelOf({ owner }: GrantedHold): string {
  return channelAt(mailboxOf(owner));
}

/** Returns the secret of an owner. */
export function secretOf(owner: string): string {
  return owner.replaceAll("-", "").slice(0, 32).split("").reverse().join("");
}

/** Returns a message with its seal. */
export function sealed(secret: string, text: string): string {
  return `${text} ${sealOf(secret, text)}`;
}

/** Returns a message without its seal. Throws if a grant does not have that of its owner. */
export function unsealed(message: string): string {
  const [, text, owner = "", seal = ""] = /^(granted (\S+) .*) (\S+)$/.exec(message) ?? [];
  if (text === undefined) return message;
  if (!isSealed(secretOf(owner), text, seal)) throw new Error(`this message has not the seal of its owner: ${message}`);
  return text;
}

/** Returns the request of a waiter for the plain lock. */
export function requestOf(hold: GrantedHold, { seenMs, isOnlyCalled, locksKeys, ...attempt }: Attempt = {}): string {
  const countsOthers = "countsOthers" in attempt ? attempt.countsOthers : false;
  return standingRequest(hold, mailboxOf(hold.owner), secretOf(hold.owner), seenMs, {
    isOnlyCalled,
    countsOthers,
    locksKeys,
  });
}

export function stand(hold: GrantedHold, attempt: Attempt = {}): ScriptCall<AcquireReply> {
  const { listed = "", first = true, last = false, counts = false, probe } = attempt;
  const standing = { listed, request: requestOf(hold, attempt), counts, probe };
  return standingCall(acquireCall(hold, last, false, first), standing);
}

export function standFair(hold: GrantedHold, attempt: Attempt = {}): ScriptCall<AcquireReply> {
  const { listed = "", first = true, last = false, counts = false } = attempt;
  const call = fairAcquireCall(hold, last, false, FAIR_PATIENCE_MS, first);
  return fairStandingCall(call, { listed, request: requestOf(hold, attempt), counts }, hold);
}

export function standFenced(hold: GrantedHold, attempt: Attempt = {}): ScriptCall<AcquireReply> {
  const { listed = "", seenMs, first = true, last = false, counts = false, isOnlyCalled, locksKeys } = attempt;
  const how = { isOnlyCalled, needsToken: true, countsOthers: attempt.countsOthers ?? false, locksKeys };
  const request = standingRequest(hold, mailboxOf(hold.owner), secretOf(hold.owner), seenMs, how);
  return fencedStandingCall(fencedAcquireCall(hold, last, first), { listed, request, counts });
}
