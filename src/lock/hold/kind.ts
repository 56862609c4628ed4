// The parts of one kind of lock, semaphore or latch: its calls, and how they differ. Waiting, holding and renewing
// are common to all kinds.
import type { FinalError, HoldEnd } from "../../base/errors.ts";
import type { LockName } from "../keys.ts";
import type {
  AcquireReply,
  Call,
  CountedReply,
  Ended,
  GrantedHold,
  HoldId,
  LockStatus,
  ReleaseChannel,
  RenewedReply,
  Serving,
} from "../protocol.ts";
import type { Line, WaitMode, WakeStrategy, WakeStrategyOptions } from "../wait/wait-terms.ts";
import type {
  AwaitedMember,
  ClientContext,
  HoldInit,
  Inspectable,
  RenewedWith,
  StolenBy,
  WatchdogClient,
} from "./client-context.ts";
import type { Held } from "./held.ts";
import type { StandingKind } from "./standing-waiter.ts";
import type { WantedHold, WantedSignal } from "./wanted.ts";

/** A result that makes the hold needless: it exists already. Other waiters will find it too. */
export interface Found<Got> {
  readonly kind: "found";
  /** Returns the result. `sentAt`: when the request was sent, on the local clock. */
  got(sentAt: number): Got;
}

/** Anything that can be waited for and acquired: a hold of a lock, permits, the opening of a latch. */
export interface Acquirable<Got> extends Pick<StandingKind, "stands" | "standing"> {
  /** The default wait mode. */
  readonly wait: WaitMode;
  /** Whether several owners may have it at once. */
  readonly shared: boolean;
  /** How its waiters in one isolate follow each other; undefined: they are in no line. */
  readonly line?: Line;
  /** The number of permits that one acquire of a semaphore takes. */
  readonly permits?: number;
  /** The number of holds that one acquire gets; 0: there is no lease. Default: 1. */
  readonly holds?: number;
  /** How it is stolen. Absent: it cannot be. */
  readonly stolenBy?: StolenBy;
  /** How LOCK_BUSY names it and explains the refusal. Default: as for a lock. */
  readonly busy?: readonly [what: string, how: string];
  /** The method that makes it: its `kind` in events, and when it is printed. */
  readonly method: string;
  /** The owner of the next hold, if the kind chooses it: the id of a permit. Default: a new owner of the client. */
  readonly owner?: string;
  /** The name of an acquire in the error of a request. Default: "acquire lock". */
  readonly act?: string;
  /** The advice in LOCK_BUSY when the caller's own client holds it. Undefined if nobody can hold it. */
  readonly heldHere?: string;
  /**
   * Returns the field under which Redis stores an owner of the lock with this key. Throws INVALID_OPTION naming "owner"
   * for an owner that the lock cannot have.
   */
  ownerToField(owner: string, key: string): string;
  /** Inverse of `ownerToField`: the owner stored under this field. */
  fieldToOwner(field: string): string;
  /** Returns the channel that announces its release. Absent: nothing does. */
  channel?(key: string): ReleaseChannel;
  /** Waits between two attempts. Default: by the streams of its client, or by polling. */
  waiting?(wait: WakeStrategyOptions): WakeStrategy;
  /** For several locks: the key of each; undefined for a lock of another client. */
  keysOf?(client: ClientContext): readonly (string | undefined)[];
  /** `last` and `first`: see acquireCall. `leftMs`: how long the caller still waits. */
  acquire(hold: HoldId, last: boolean, first: boolean, leftMs: number): Call<AcquireReply | Found<Got>>;
  /** Ends whatever an unanswered acquire got. Absent if an attempt changes nothing. `request`: see cancelCall. */
  cancel?(hold: HoldId, request?: string): Call<Ended>;
  /** Returns the error for a stored end that refuses such an acquire for good. */
  refusal?(end: HoldEnd, lockName: string): FinalError | undefined;
  /** Absent if there is no lease. */
  renew?(hold: GrantedHold): Call<RenewedReply | Ended>;
  /** Returns the result of an acquire. */
  held(client: ClientContext, grant: HoldInit): Got;
}

/** The object of an acquire: anything of this kind, of a client, under a name. */
export interface Wanted<Got> extends LockName {
  readonly client: ClientContext;
  readonly kind: Acquirable<Got>;
}

/** The part of its kind that a hold needs. */
export interface HoldKind<Hold = Held> extends Acquirable<Hold> {
  /** Identifies the kind in the text of a hold. Kinds that release in the same way share it. */
  readonly id: string;
  /** The parameters: see releaseCall. */
  release(hold: GrantedHold, first: boolean, releaseId?: string, serving?: Serving): Call<Ended>;
  cancel(hold: HoldId, request?: string): Call<Ended>;
  renew(hold: GrantedHold): Call<RenewedReply | Ended>;
  /** The holds whose renewals can share a script with its own. Absent: each is renewed alone. */
  readonly renewedWith?: RenewedWith;
  check(hold: GrantedHold): Call<CountedReply | Ended>;
  /** For several locks: the hold on each. */
  membersOf?(hold: GrantedHold): readonly AwaitedMember[];
  /** Begins to ask whether somebody waits for a hold. Default: the client's `inspection` does. */
  wanted?(hold: WantedHold, client: Inspectable, granted: GrantedHold): WantedSignal;
  /** Returns the watchdog for the hold, if not that of its client. Throws NO_WATCHDOG. */
  watchdog?(hold: GrantedHold): WatchdogClient;
}

export interface LockKind<Hold extends Held = Held> extends HoldKind<Hold> {
  /** Which calls of several such locks may be combined into the script of the reentrant lock. */
  readonly batched?: { readonly acquire?: boolean; readonly release: boolean };
  channel(key: string): ReleaseChannel;
  acquire(hold: HoldId, last: boolean, first: boolean): Call<AcquireReply>;
  status(key: string, owner?: string): Call<LockStatus>;
  forceRelease(key: string, requestId: string): Call<boolean>;
}
