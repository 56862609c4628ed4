// The attempt on a fenced lock of a waiter whose isolate has an open mailbox.
import type { BusyReply, ScriptCall, Standing } from "../../protocol.ts";
import { fencedAcquireStanding } from "../generated.ts";
import { standingCallOf } from "../lock/standing.ts";

/** Returns the call of `fencedAcquireCall` that also stands. `call`: of a new owner. */
export function fencedStandingCall<Reply>(call: ScriptCall<Reply>, standing: Standing): ScriptCall<Reply | BusyReply> {
  return standingCallOf(fencedAcquireStanding, call, standing);
}
