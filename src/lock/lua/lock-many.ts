// Typed calls for several plain locks of one database at once.
import { type HoldEnd, UnexpectedReplyError } from "../../base/errors.ts";
import { readTimeoutKey, readTimeouts, releaseChannel } from "../keys.ts";
import { type AcquireReply, type GrantedHold, type HoldId, holdEnd, type ScriptCall } from "../protocol.ts";
import { lockAcquireMany, lockReleaseMany, lockRenewMany } from "./generated.ts";
import {
  acquireArgs,
  endArgs,
  endOrThrow,
  isStateDue,
  keysOf,
  RECORD_BEYOND_LEASE_MS,
  recordMs,
  standingKeysOf,
} from "./lock.ts";
import { ReplyReader } from "./reply.ts";

/** Acquires several locks. `hold` has a new owner; `members`: the same hold on each lock. `last`: see acquireCall. */
export function acquireManyCall(
  hold: HoldId,
  members: readonly GrantedHold[],
  last: boolean,
): ScriptCall<AcquireReply> {
  return {
    script: lockAcquireMany,
    keys: members.flatMap(keysOf),
    args: acquireArgs(hold, last, false),
    decode(reply) {
      const read = new ReplyReader(lockAcquireMany, reply);
      if (read.kind === "held") {
        return { kind: "held", holdCount: read.integer(2), remainingMs: read.integer(3), epoch: "", members };
      }
      if (read.kind !== "busy") return endOrThrow(read);
      const member = read.integer(3) - 1;
      if (members[member] === undefined) throw read.unexpected("tells of a lock that was not asked for");
      return { kind: "busy", remainingMs: read.integer(2), member };
    },
  };
}

/**
 * Releases several locks. All `holds` have one owner and one hold id. `first` and `releaseId`: see releaseCall. With ""
 * for each epoch, cancels an acquire.
 */
export function releaseManyCall(
  holds: readonly [GrantedHold, ...GrantedHold[]],
  first: boolean,
  releaseId = "",
): ScriptCall<readonly HoldEnd[]> {
  const [{ owner, holdId, ownerIsNew }] = holds;
  const ending = endArgs(holds[0], "", first, releaseId).slice(3);
  const keys = holds.map(keysOf);
  return {
    script: lockReleaseMany,
    keys: [
      ...keys.flatMap(([lock = "", page = ""]) => [lock, page]),
      ...keys.flatMap(([, , record]) => record ?? []),
      ...holds.flatMap(({ key }) => standingKeysOf(key)),
    ],
    args: [
      ...[owner, holdId, ownerIsNew ? "0" : "1", ...ending],
      ...holds.flatMap(({ key, epoch }) => [epoch, releaseChannel(key)]),
    ],
    decode(reply) {
      const [kind, , ...replies] = Array.isArray(reply) ? reply : [];
      const ends = replies.flatMap((end) => (typeof end === "string" ? (holdEnd(end) ?? []) : []));
      if (kind === "ends" && ends.length === holds.length) return ends;
      throw new UnexpectedReplyError(`script ${lockReleaseMany.name} returned an unexpected reply`);
    },
  };
}

// Renews many holds in one script run.

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
  const unexpected = () => new UnexpectedReplyError(`script ${lockRenewMany.name} returned an unexpected reply`);
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
    script: lockRenewMany,
    keys: [...keys, ...records],
    args,
    moreKeys: renewals.flatMap(({ hold }) => (hold.shared === true ? [readTimeoutKey(hold.key, hold.owner)] : [])),
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
