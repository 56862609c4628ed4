// The common part of kinds whose lock has one owner at a time: the channel and payload of Redisson's RLock, renewal and
// check.
import { AlreadyHeldError, type HoldEnd, TooManyHoldsError } from "../../base/errors.ts";
import type { ClientContext, HoldInit } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind, LockKind } from "../hold/kind.ts";
import { releaseChannel } from "../keys.ts";
import { checkCall, isStateDue, renewCall } from "../lua/lock.ts";
import { ownerAsField } from "./owner-field.ts";

/**
 * Returns how many waiters a message wakes. "0" is a release, after which one attempt succeeds; any other message wakes
 * all.
 */
export function wakesOne(payload: string): number {
  return payload === "0" ? 1 : Number.POSITIVE_INFINITY;
}

export const RE_ENTER = "to re-enter, pass { owner: held.owner }";
export const NOT_REENTRANT = "it is not reentrant: release that hold first";

/** Leaves out what differs between kinds: acquire, release, force and status. */
interface ExclusiveKind
  extends Pick<
    LockKind,
    | "id"
    | "wait"
    | "shared"
    | "heldHere"
    | "ownerToField"
    | "fieldToOwner"
    | "channel"
    | "renew"
    | "renewedWith"
    | "check"
    | "refusal"
  > {
  held(this: HoldKind, client: ClientContext, init: HoldInit): Held;
}

export const exclusiveKind: ExclusiveKind = {
  ...ownerAsField,
  id: "lock",
  wait: "auto",
  shared: false,
  heldHere: RE_ENTER,
  channel: (key) => ({
    name: releaseChannel(key),
    perWaiter: false,
    tellsOfCalls: true,
    countsOthers: true,
    wakes: wakesOne,
  }),
  renew: (hold) => renewCall(hold, isStateDue(hold)),
  renewedWith: "exclusive",
  check: checkCall,
  refusal: (end, name) => tooManyHolds(end, name),
  held(client, init) {
    return new HeldLock(client, this, init);
  },
};

/** Returns the refusal of kinds that count the holds of one owner. `most`: how many it may have. */
export function tooManyHolds(end: HoldEnd, lockName: string, most?: number): TooManyHoldsError | undefined {
  return end === "crowded" ? new TooManyHoldsError(lockName, most) : undefined;
}

/** Returns the error for "reentered": the owner holds the lock already. */
export function alreadyHeld(end: HoldEnd, lockName: string): AlreadyHeldError | undefined {
  return end === "reentered" ? new AlreadyHeldError(lockName, "owner") : undefined;
}
