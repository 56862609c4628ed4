// The scripts of a single flight as typed calls.
import { resultKey } from "../keys.ts";
import type { AcquireReply, Ended, GrantedHold, HoldId, ScriptCall } from "../protocol.ts";
import { flightAcquire, flightFinish } from "./generated.ts";
import { acquireArgs, acquireReply, keysOf, releaseCall, standingKeysOf } from "./lock.ts";
import { ReplyReader } from "./reply.ts";

/** A stored result: "=" and a value, or "!", an owner, "|" and an error. */
export interface FlightResult {
  readonly text: string;
  readonly remainingMs: number;
}

/**
 * Finds a result, or acquires the lock to run the function. `hold` has a new owner. `waitedFor`: the owner whose error
 * the caller accepts as a result, or "". `on.busy` gets the owner that runs the function. `on.found` gets the result;
 * without remaining time, if what an earlier copy got has expired.
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
    holderPlace: 4,
  });
  return {
    script: flightAcquire,
    keys: [...keysOf(hold), resultKey(hold.key)],
    args: [...acquireArgs(hold, last, false), waitedFor],
    decode(reply) {
      const read = new ReplyReader(flightAcquire, reply);
      if (read.kind === "found") return on.found({ text: read.text(2), remainingMs: read.integer(3) });
      const answer = decode(reply);
      // An earlier copy of this attempt got the lock or found a result, and either has expired.
      return answer.kind === "ended" && answer.end === "lost" ? on.found({ text: "", remainingMs: 0 }) : answer;
    },
  };
}

/** Releases the lock, and stores the result. `first`: see releaseCall. */
export function finishCall(hold: GrantedHold, first: boolean, result: string, ttlMs: number): ScriptCall<Ended> {
  const { args, decode } = releaseCall(hold, first);
  return {
    script: flightFinish,
    keys: [...keysOf(hold), resultKey(hold.key), ...standingKeysOf(hold.key)],
    args: [...args, result, String(ttlMs)],
    decode,
  };
}
