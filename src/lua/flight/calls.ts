// The scripts of a single flight as typed calls.
import { resultKey } from "../../keys.ts";
import { type Ended, ReplyReader, type ScriptCall } from "../call.ts";
import { flightAcquire, flightFinish } from "../generated.ts";
import {
  type AcquireReply,
  acquireArgs,
  acquireReply,
  type GrantedHold,
  type HoldId,
  keysOf,
  releaseCall,
} from "../lock/calls.ts";

/** A result that is there: "=" and a value, or "!", an owner, "|" and an error. */
export interface FlightResult {
  readonly text: string;
  readonly remainingMs: number;
}

/**
 * `hold`: of an owner made for it. `waitedFor`: the owner whose error is to be told, or "". `on`: who runs it, or what
 * is found; with no time left, when what an earlier copy got is over.
 */
export function flightAcquireCall<Found>(
  hold: HoldId,
  last: boolean,
  waitedFor: string,
  on: { busy(owner: string): void; found(result: FlightResult): Found },
): ScriptCall<AcquireReply | Found> {
  const decode = acquireReply(flightAcquire, {
    whenBusy(read) {
      on.busy(read.text(3));
      return {};
    },
  });
  return {
    script: flightAcquire,
    keys: [...keysOf(hold), resultKey(hold.key)],
    args: [...acquireArgs(hold, last, false), waitedFor],
    decode(reply) {
      const read = new ReplyReader(flightAcquire, reply);
      if (read.kind === "found") return on.found({ text: read.text(2), remainingMs: read.integer(3) });
      const answer = decode(reply);
      // An earlier copy of this try got the lock, or found a result, and either is over.
      return answer.kind === "ended" && answer.end === "lost" ? on.found({ text: "", remainingMs: 0 }) : answer;
    },
  };
}

/** `first`: as releaseCall's. */
export function finishCall(hold: GrantedHold, first: boolean, result: string, ttlMs: number): ScriptCall<Ended> {
  const { keys, args, decode } = releaseCall(hold, first);
  return {
    script: flightFinish,
    keys: [...keys, resultKey(hold.key)],
    args: [...args, result, String(ttlMs)],
    decode,
  };
}
