// What one kind of lock is made of: its scripts. Waiting, holding and keeping alive are the same for all of them.
import type { Ended, ScriptCall } from "../lua/call.ts";
import type { AcquireReply, CountedReply, GrantedHold, HoldId, LockStatus, RenewedReply } from "../lua/lock/calls.ts";
import type { ResolvedLocksOptions } from "../options.ts";
import type { RedisPort } from "../redis/port.ts";
import type { WaitMode } from "../wait/turns.ts";
import type { ReleaseChannel } from "../wait/waiters.ts";
import type { Grant } from "./grant.ts";
import type { Held } from "./held.ts";
import type { OpenWork } from "./open-work.ts";

/** Kinds of one family release in the same way. A hold's text names it. */
export type LockFamily = "lock" | "fair" | "read" | "write";

export interface LockKind<Hold extends Held = Held> {
  readonly family: LockFamily;
  /** How it is waited for when the caller does not say. */
  readonly wait: WaitMode;
  /** Others may have it at the same time. */
  readonly shared: boolean;
  /** What Redis calls an owner of this lock; throws INVALID_OPTION naming "owner" for one that it cannot have. */
  fieldOf(owner: string): string;
  /** Whom it calls so. */
  ownerOf(field: string): string;
  /** Where the release of a lock is told. */
  channel(key: string): ReleaseChannel;
  acquire(hold: HoldId, last: boolean): ScriptCall<AcquireReply>;
  release(hold: GrantedHold, first: boolean): ScriptCall<Ended>;
  cancel(hold: HoldId): ScriptCall<Ended>;
  renew(hold: GrantedHold): ScriptCall<RenewedReply | Ended>;
  check(hold: GrantedHold): ScriptCall<CountedReply | Ended>;
  status(key: string, requestId: string, owner?: string): ScriptCall<LockStatus>;
  forceRelease(key: string, requestId: string): ScriptCall<boolean>;
  /** What the caller of an acquire gets. */
  held(client: Client, grant: Grant): Hold;
}

/** What all locks of one client share. */
export interface Client {
  readonly redis: RedisPort;
  readonly options: ResolvedLocksOptions;
  readonly openWork: OpenWork;
  /** An owner nobody had before: `<clientId>:<number>`, as Redisson's `<uuid>:<threadId>`. */
  newOwner(): string;
}
