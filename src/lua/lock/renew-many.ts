// The renewal of many holds in one script run, for objects that keep many.
import { type HoldEnd, UnexpectedReplyError } from "../../errors.ts";
import { readTimeouts } from "../../keys.ts";
import { holdEnd, type ScriptCall } from "../call.ts";
import { lockRenewMany } from "../generated.ts";
import { type GrantedHold, keysOf, RECORD_BEYOND_LEASE_MS, recordMs } from "./calls.ts";

/** What a renewal is to set, ms: the hold's lease, or less where something ends before it. */
export interface Renewal {
  readonly hold: GrantedHold;
  readonly leaseMs: number;
}

/** For each hold, in order: ms of lease it has left at least, or how it ended. */
export type RenewalReply = number | HoldEnd;

/** `enoughMs`: a hold with more lease than that left is not renewed, only asked for. */
export function renewManyCall(renewals: readonly Renewal[], enoughMs?: number): ScriptCall<readonly RenewalReply[]> {
  const keys: string[] = [];
  const records: string[] = [];
  const args = [enoughMs === undefined ? "" : String(enoughMs), String(RECORD_BEYOND_LEASE_MS)];
  for (const { hold, leaseMs } of renewals) {
    const [lock = "", page = "", record] = keysOf(hold);
    keys.push(lock, page);
    if (record !== undefined) records.push(record);
    const timeouts = hold.shared === true ? readTimeouts(hold.key) : "";
    args.push(hold.owner, hold.holdId, String(leaseMs), recordMs(hold), record === undefined ? "0" : "1", timeouts);
  }
  return {
    script: lockRenewMany,
    keys: [...keys, ...records],
    args,
    decode(reply) {
      const [kind, , ...told] = Array.isArray(reply) ? reply : [];
      if (kind !== "renewals" || told.length !== renewals.length) throw unexpected();
      return told.map((answer) => {
        const end = typeof answer === "string" ? holdEnd(answer) : undefined;
        if (end !== undefined) return end;
        if (typeof answer !== "number" || !Number.isSafeInteger(answer)) throw unexpected();
        return answer;
      });
    },
  };
}

function unexpected(): UnexpectedReplyError {
  return new UnexpectedReplyError(`script ${lockRenewMany.name} returned an unexpected reply`);
}
