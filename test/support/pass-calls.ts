// Releases that pass the freed lock on to a waiter of their isolate.
import { fairReleaseCall } from "../../src/lock/lua/fair.ts";
import { releaseCall } from "../../src/lock/lua/lock.ts";
import type { Ended, GrantedHold, HoldId, ScriptCall, Serving } from "../../src/lock/protocol.ts";

interface Passing extends Pick<Serving, "chain" | "wasShort"> {
  /** The request of the next owner, which leaves the list. */
  readonly takesOut?: string | undefined;
}

export function passCall(
  hold: GrantedHold,
  first: boolean,
  releaseId: string,
  next: HoldId,
  { takesOut, ...serving }: Passing = {},
): ScriptCall<Ended> {
  return releaseCall(hold, first, releaseId, { ...serving, next, nextRequest: takesOut });
}

/** The next owner gets the lock if it is the first in the queue. */
export function fairPassCall(
  hold: GrantedHold,
  first: boolean,
  patienceMs: number,
  releaseId: string,
  next: HoldId,
): ScriptCall<Ended> {
  return fairReleaseCall(hold, first, patienceMs, releaseId, next);
}
