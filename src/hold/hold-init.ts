// The initial state of a hold.
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { Passes } from "../wait/offer.ts";
import type { HoldState } from "./hold-state.ts";

/** The initial state of a new `Held`. */
export interface HoldInit {
  /** Identifies it in events. */
  readonly id: string;
  readonly name: string;
  readonly hold: GrantedHold;
  readonly holdCount: number;
  /** The end of validity, on the local clock. */
  readonly validUntil: number;
  /** Resumed from text, which others may have too. */
  readonly resumed?: true;
  /** Set when the lock was passed on to it. */
  readonly passes?: Passes | undefined;
  /** Set when an alarm renews the hold and checks the end of its lease. Such a hold has no timer. */
  readonly alarm?: AlarmHooks | undefined;
}

export interface AlarmHooks {
  /** Receives the state to report renewals and loss to. */
  onStart(life: HoldState): void;
  /** The hold was given away: the alarm must not renew it. */
  onMove(): void;
}
