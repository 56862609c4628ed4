// What one kind of lock is made of: its scripts. Waiting, holding and keeping alive are the same for all of them.
import type { Ended, ScriptCall } from "../lua/call.ts";
import type {
  BusyReply,
  CountedReply,
  GrantedHold,
  HeldReply,
  HoldId,
  LockStatus,
  RenewedReply,
} from "../lua/lock/calls.ts";
import type { ResolvedLocksOptions } from "../options.ts";
import type { RedisPort } from "../redis/port.ts";
import type { OpenWork } from "./open-work.ts";

export interface LockKind {
  /** Where the release of a lock is told. */
  channel(key: string): string;
  acquire(hold: HoldId, last: boolean): ScriptCall<HeldReply | BusyReply | Ended>;
  release(hold: GrantedHold, first: boolean): ScriptCall<Ended>;
  cancel(hold: HoldId): ScriptCall<Ended>;
  renew(hold: GrantedHold): ScriptCall<RenewedReply | Ended>;
  check(hold: GrantedHold): ScriptCall<CountedReply | Ended>;
  status(key: string, requestId: string, owner?: string): ScriptCall<LockStatus>;
  forceRelease(key: string, requestId: string): ScriptCall<boolean>;
}

/** What all locks of one client share. */
export interface Client {
  readonly redis: RedisPort;
  readonly options: ResolvedLocksOptions;
  readonly openWork: OpenWork;
  /** An owner nobody had before: `<clientId>:<number>`, as Redisson's `<uuid>:<threadId>`. */
  newOwner(): string;
}
