// What one kind of lock is made of: its scripts. Waiting, holding and keeping alive are the same for all of them.
import type { Ended, ScriptCall } from "../lua/call.ts";
import type { Busy, Counted, GrantedHold, Held, HoldId, LockStatus, Renewed } from "../lua/lock/calls.ts";
import type { ResolvedLocksOptions } from "../options.ts";
import type { RedisPort } from "../redis/port.ts";

export interface LockKind {
  acquire(hold: HoldId, last: boolean): ScriptCall<Held | Busy | Ended>;
  release(hold: GrantedHold): ScriptCall<Ended>;
  cancel(hold: HoldId): ScriptCall<Ended>;
  renew(hold: GrantedHold): ScriptCall<Renewed | Ended>;
  check(hold: GrantedHold): ScriptCall<Counted | Ended>;
  status(key: string, requestId: string, owner?: string): ScriptCall<LockStatus>;
  forceRelease(key: string, requestId: string): ScriptCall<boolean>;
}

/** What all locks of one client share. */
export interface Client {
  readonly redis: RedisPort;
  readonly options: ResolvedLocksOptions;
  /** Runs `end` at `close()`, at once when that was before; returns what forgets it. */
  onClose(end: () => void): () => void;
  /** An owner nobody had before: `<clientId>:<number>`, as Redisson's `<uuid>:<threadId>`. */
  newOwner(): string;
}

/** How long one try may take before it is repeated, in ms, by the lease at stake. */
export function tryTimeoutMs(leaseMs: number): number {
  return Math.max(1_000, Math.min(leaseMs / 3, 5_000));
}
