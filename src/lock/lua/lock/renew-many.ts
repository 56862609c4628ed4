// Renews many holds in one script run.
import { type HoldEnd, UnexpectedReplyError } from "../../../base/errors.ts";
import { readTimeouts } from "../../keys.ts";
import { type GrantedHold, holdEnd, type LuaScript, type ScriptCall } from "../../protocol.ts";
import { lockRenewExclusive, lockRenewMany } from "../generated.ts";
import { keysOf, RECORD_BEYOND_LEASE_MS, recordMs } from "./calls.ts";
import { isStateDue } from "./state-life.ts";

/** One renewal. `leaseMs` is what it sets: the hold's lease, or less if the hold must end earlier. */
export interface Renewal {
  readonly hold: GrantedHold;
  readonly leaseMs: number;
  /** Whether the owner state is kept, if the hold has no record. Default: now and then. */
  readonly keepsState?: boolean;
}

/** For each hold, in order: its remaining lease in ms, at least; or how it ended. */
export type RenewalReply = number | HoldEnd;

/** Renews many holds. `enoughMs`: a hold with more remaining lease is only checked, not renewed. */
export function renewManyCall(renewals: readonly Renewal[], enoughMs?: number): ScriptCall<readonly RenewalReply[]> {
  return renewalsCall(lockRenewMany, renewals, enoughMs);
}

/** Renews many holds that are no read holds, by a shorter script. */
export function renewExclusiveCall(renewals: readonly Renewal[]): ScriptCall<readonly RenewalReply[]> {
  return renewalsCall(lockRenewExclusive, renewals);
}

function renewalsCall(
  script: LuaScript,
  renewals: readonly Renewal[],
  enoughMs?: number,
): ScriptCall<readonly RenewalReply[]> {
  const unexpected = () => new UnexpectedReplyError(`script ${script.name} returned an unexpected reply`);
  const keys: string[] = [];
  const records: string[] = [];
  const args = [enoughMs === undefined ? "" : String(enoughMs), String(RECORD_BEYOND_LEASE_MS)];
  for (const { hold, leaseMs, keepsState = isStateDue(hold) } of renewals) {
    const [lock = "", page = "", record] = keysOf(hold);
    keys.push(lock, page);
    if (record !== undefined) records.push(record);
    const timeouts = hold.shared === true ? readTimeouts(hold.key) : "";
    const kept = record !== undefined ? "1" : keepsState ? "2" : "0";
    args.push(hold.owner, hold.holdId, String(leaseMs), recordMs(hold), kept, timeouts);
  }
  return {
    script,
    keys: [...keys, ...records],
    args,
    decode(reply) {
      const [kind, , ...replies] = Array.isArray(reply) ? reply : [];
      if (kind !== "renewals" || replies.length !== renewals.length) throw unexpected();
      return replies.map((answer) => {
        const end = typeof answer === "string" ? holdEnd(answer) : undefined;
        if (end !== undefined) return end;
        if (typeof answer !== "number" || !Number.isSafeInteger(answer)) throw unexpected();
        return answer;
      });
    },
  };
}
