// What one kind of lock, semaphore or latch is made of: its scripts. Waiting, holding and keeping alive are the same
// for all of them.

import type { HoldEnd, LockError } from "../errors.ts";
import type { Ended } from "../lua/call.ts";
import type { AcquireReply, CountedReply, GrantedHold, HoldId, LockStatus, RenewedReply } from "../lua/lock/calls.ts";
import type { Call, RedisPort } from "../redis/port.ts";
import type { Streams } from "../redis/streams.ts";
import type { ReleaseChannel } from "../wait/waiter-group.ts";
import type { WaitMode } from "../wait/wake-strategy.ts";
import type { WatchdogClient } from "./capabilities.ts";
import type { ClientContext } from "./client-context.ts";
import type { Held } from "./held.ts";
import type { HoldInit } from "./hold-init.ts";

/** Where what was busy is waited for. */
export interface Place {
  readonly redis: RedisPort;
  /** Of its client; undefined: it is polled. */
  readonly streams: Streams | undefined;
  readonly channel: ReleaseChannel;
  readonly shared: boolean;
  /** Instead of what the caller asked for. */
  readonly wait?: WaitMode | undefined;
}

/** What makes it needless to hold anything: it is had already. Others who wait will find it, too. */
export interface Found<Got> {
  readonly kind: "found";
  /** `sentAt`: when it was asked for, on the monotonic clock. */
  got(sentAt: number): Got;
}

/** What can be waited for and got: a hold of a lock, permits, the opening of a latch. */
export interface Acquirable<Got> {
  /** How it is waited for when the caller does not say. */
  readonly wait: WaitMode;
  /** Others may have it at the same time. */
  readonly shared: boolean;
  /** Of a semaphore: how many permits at once. */
  readonly permits?: number;
  /** How LOCK_BUSY calls it, and says that it was not to be had; else as of a lock. */
  readonly busy?: readonly [what: string, how: string];
  /** The advice in LOCK_BUSY when the caller's own client holds it; undefined when nobody can hold it. */
  readonly heldHere?: string;
  /**
   * Returns the field under which Redis stores an owner of the lock with this key. Throws INVALID_OPTION naming "owner"
   * for an owner that the lock cannot have.
   */
  ownerToField(owner: string, key: string): string;
  /** Inverse of `ownerToField`: the owner stored under this field. */
  fieldToOwner(field: string): string;
  /** Where the release of a lock is told. */
  channel(key: string): ReleaseChannel;
  /** Of several locks: the place of the n-th. */
  placeOf?(member: number): Place;
  /** Of several locks: the key of each, undefined for a lock of another client. */
  keysOf?(client: ClientContext): readonly (string | undefined)[];
  acquire(hold: HoldId, last: boolean): Call<AcquireReply | Found<Got>>;
  /** Where a try may change anything: ends what an acquire got that was not answered. */
  cancel?(hold: HoldId): Call<Ended>;
  /** Why Redis refuses such an acquire for good, where the stored end says so: the error to throw. */
  refusal?(end: HoldEnd, lockName: string): LockError | undefined;
  /** Where what was got has a lease. */
  renew?(hold: GrantedHold): Call<RenewedReply | Ended>;
  /** What the caller of an acquire gets. */
  held(client: ClientContext, grant: HoldInit): Got;
}

/** What a hold needs of its kind. */
export interface HoldKind<Hold = Held> extends Acquirable<Hold> {
  /** The same for kinds that release in the same way. A hold's text names it. */
  readonly id: string;
  /** The method that makes such a lock: its `kind` when it is shown. */
  readonly method: string;
  /** `first` and `releaseId`: see releaseCall. */
  release(hold: GrantedHold, first: boolean, releaseId?: string): Call<Ended>;
  cancel(hold: HoldId): Call<Ended>;
  renew(hold: GrantedHold): Call<RenewedReply | Ended>;
  check(hold: GrantedHold): Call<CountedReply | Ended>;
  /** Who keeps it when it is handed off, if not the watchdog of its client. Throws NO_WATCHDOG. */
  watchdog?(hold: GrantedHold): WatchdogClient;
}

export interface LockKind<Hold extends Held = Held> extends HoldKind<Hold> {
  /** Which calls of several such locks may be one script, that of the reentrant lock. */
  readonly batched?: { readonly acquire?: boolean; readonly release: boolean };
  acquire(hold: HoldId, last: boolean): Call<AcquireReply>;
  status(key: string, owner?: string): Call<LockStatus>;
  forceRelease(key: string, requestId: string): Call<boolean>;
}
