// What one acquire asks for.
import type { LockName } from "../keys.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { ResolvedAcquireOptions, WaitUntil } from "../options.ts";
import type { ReportedCall } from "./acquire-events.ts";
import type { HoldState } from "./hold-state.ts";
import type { Acquirable } from "./kind.ts";

/** The hold of a Durable Object, which chose and stored it before the first attempt. */
export interface DurableAcquire {
  readonly holdId: string;
  readonly owner: string;
  /** Another instance of the object attempted it before, so any end of it is news. */
  readonly goesOn: boolean;
  readonly onGrant: (life: HoldState, hold: GrantedHold) => void;
  readonly onMove: () => void;
}

/** Who asks for an acquire. */
export interface Acquirer {
  readonly call: ReportedCall;
  /** The invocation's context, if known: it takes the cancel. */
  readonly context?: WaitUntil | undefined;
  readonly kept?: DurableAcquire | undefined;
}

/** The parameters of one acquire. */
export interface AcquireRequest<Got> extends Acquirer {
  readonly kind: Acquirable<Got>;
  readonly name: LockName;
  readonly options: ResolvedAcquireOptions;
}
