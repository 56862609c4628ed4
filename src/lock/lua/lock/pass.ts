// The script that releases a plain lock and grants it to the next owner, as a typed call.
import { ownerStateKey } from "../../keys.ts";
import type { GrantedHold, HoldId, LuaScript, PassReply, ScriptCall } from "../../protocol.ts";
import { lockPass } from "../generated.ts";
import { ReplyReader } from "../reply.ts";
import { aboutText } from "./about.ts";
import { endOrThrow, keysOf, recordMs, releaseCall, standingKeysOf } from "./calls.ts";

/** What a pass changes in the list of standing requests. */
export interface PassStanding {
  /** The request of the next owner, which leaves the list. */
  readonly takesOut?: string | undefined;
  /** See `Serving`. */
  readonly since?: string | undefined;
}

/**
 * Releases a hold as `releaseCall` does, and grants the freed lock to `next` in the same run. `next`: a hold of a new
 * owner, whose client accepted it. If that has ended, the script serves the standing requests.
 */
export function passCall(
  hold: GrantedHold,
  first: boolean,
  releaseId: string,
  next: HoldId,
  { takesOut = "", since = "" }: PassStanding = {},
): ScriptCall<PassReply> {
  const [key, ownerState, ...record] = keysOf(hold);
  const { args } = releaseCall(hold, first, releaseId);
  return {
    script: lockPass,
    keys: [
      String(key),
      String(ownerState),
      ownerStateKey(next.key, next.owner),
      ...record,
      ...standingKeysOf(hold.key),
    ],
    args: [...args, ...passArgs(next), takesOut, since],
    decode: passReply(lockPass),
  };
}

export function passArgs(next: HoldId): string[] {
  return [next.owner, String(next.leaseMs), recordMs(next), aboutText(next.label)];
}

export function passReply(script: LuaScript): (reply: unknown) => PassReply {
  return (reply) => {
    const read = new ReplyReader(script, reply);
    if (read.length > 3 && read.text(3) === "granted") {
      return { ...endOrThrow(read), isPassed: false, granted: read.text(4) };
    }
    return { ...endOrThrow(read), isPassed: read.has("held", 3) };
  };
}
