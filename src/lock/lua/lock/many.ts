// Typed calls for several plain locks of one database at once. renew-many.ts renews them.
import { type HoldEnd, UnexpectedReplyError } from "../../../base/errors.ts";
import { releaseChannel } from "../../keys.ts";
import { type AcquireReply, type GrantedHold, type HoldId, holdEnd, type ScriptCall } from "../../protocol.ts";
import { lockAcquireMany, lockReleaseMany } from "../generated.ts";
import { ReplyReader } from "../reply.ts";
import { acquireArgs, endArgs, endOrThrow, keysOf, standingKeysOf } from "./calls.ts";

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
