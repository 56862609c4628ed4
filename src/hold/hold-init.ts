// What a hold starts from.
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { HoldState } from "./hold-state.ts";

/** What a new `Held` starts from. */
export interface HoldInit {
  readonly name: string;
  readonly hold: GrantedHold;
  readonly holdCount: number;
  /** On the monotonic clock. */
  readonly validUntil: number;
  /** From text: others may have it too. */
  readonly resumed?: true;
  /** Given when an alarm renews the hold and looks when its lease may have ended: no timer here then. */
  readonly alarm?: AlarmHooks | undefined;
}

export interface AlarmHooks {
  /** Gets whom to tell of renewals and loss. */
  onStart(life: HoldState): void;
  /** The hold is somebody else's to renew. */
  onMove(): void;
}
