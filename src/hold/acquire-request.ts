// What one acquire asks for.
import type { LockName } from "../keys.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { ResolvedAcquireOptions, WaitUntil } from "../options.ts";
import type { ReportedCall } from "./acquire-events.ts";
import type { AlarmHooks } from "./hold-init.ts";
import type { Acquirable } from "./kind.ts";

/** A hold that its caller chose before the first attempt: it may have been attempted before, by somebody else. */
export interface ChosenHold {
  readonly holdId: string;
  readonly owner: string;
  /** Another instance of the caller attempted it before, so any end of it is news. */
  readonly goesOn?: boolean;
  /**
   * The caller may ask again after a failure, and then gets this hold: a failure is not cancelled, and a repetition
   * renews nothing.
   */
  readonly repeats?: boolean;
  /** Returns the hooks of the alarm that renews it. Absent: a timer does. */
  readonly alarm?: (hold: GrantedHold) => AlarmHooks;
}

/** Who asks for an acquire. */
export interface Acquirer {
  readonly call: ReportedCall;
  /** The invocation's context, if known: it takes the cancel. */
  readonly context?: WaitUntil | undefined;
  readonly chosen?: ChosenHold | undefined;
}

/** The parameters of one acquire. */
export interface AcquireRequest<Got> extends Acquirer {
  readonly kind: Acquirable<Got>;
  readonly name: LockName;
  readonly options: ResolvedAcquireOptions;
}
