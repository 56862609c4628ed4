// The hold for which an acquire asks: chosen by its caller, or a new one.
import type { ResolvedAcquireOptions, WaitUntil } from "../options.ts";
import type { GrantedHold, HoldId } from "../protocol.ts";
import type { AttemptBudget } from "./attempt-budget.ts";
import type { CallEvents } from "./call-events.ts";
import type { AlarmHooks, Theft } from "./client-context.ts";
import type { Wanted } from "./kind.ts";

/** A hold whose id and owner the caller chose. Another instance of it may have attempted it already. */
export interface ChosenHold {
  readonly holdId: string;
  readonly owner: string;
  /** Another instance of the caller attempted it before, so that a recorded refusal is an error, not LOCK_BUSY. */
  readonly goesOn?: boolean;
  /**
   * The caller may ask again after a failure, and then gets this hold: a failure is not cancelled, and a repetition
   * renews nothing.
   */
  readonly repeats?: boolean;
  /** Returns the hooks of the alarm that renews it. Absent: a timer does. */
  readonly alarm?: (hold: GrantedHold) => AlarmHooks;
}

/** The request that attempts under one hold id serve. */
export interface AcquireRequest<Got> extends Wanted<Got> {
  readonly options: ResolvedAcquireOptions;
  readonly context?: WaitUntil | undefined;
  readonly chosen?: ChosenHold | undefined;
  /** The end of the wait, on the local clock. */
  readonly endAt: number;
  readonly call: CallEvents;
}

/** The request, and what all its attempts share. */
export interface AskedHold<Got> extends AcquireRequest<Got>, AttemptBudget {
  readonly hold: HoldId;
  /** The owner as the caller knows it. */
  readonly owner: string;
  readonly theft: Theft | undefined;
  readonly signal: AbortSignal;
}

/** Returns the hold to ask for, and its owner as the caller knows it. */
export function holdToAcquire<Got>({ client, kind, key, options, chosen }: AcquireRequest<Got>): {
  readonly hold: HoldId;
  readonly owner: string;
} {
  // A member of a changed `Object.prototype` is no owner.
  const ofKind = Object.hasOwn(kind, "owner") ? kind.owner : undefined;
  const owner = options.owner ?? chosen?.owner ?? ofKind ?? client.newOwner();
  const ownerIsNew = options.owner === undefined && ofKind === undefined;
  const { leaseMs, label, asksHolder, leaseGiven, leaseFixed } = options;
  const hold = {
    key,
    owner: kind.ownerToField(owner, key),
    leaseMs,
    ownerIsNew,
    holdId: chosen?.holdId ?? (ownerIsNew ? owner : crypto.randomUUID()),
    shared: kind.shared || undefined,
    label,
    asksHolder,
    leaseGiven,
    leaseFixed,
  };
  return { hold, owner };
}
