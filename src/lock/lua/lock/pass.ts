// The script that releases a plain lock and grants it to the next owner, as a typed call.
import { ownerStateKey } from "../../keys.ts";
import type { GrantedHold, HoldId, LuaScript, PassReply, ScriptCall } from "../../protocol.ts";
import { lockPass } from "../generated.ts";
import { ReplyReader } from "../reply.ts";
import { aboutText } from "./about.ts";
import { endOrThrow, isolatesKeysOf, keysOf, recordMs, releaseCall } from "./calls.ts";

/**
 * Releases a hold as `releaseCall` does, and grants the freed lock to `next` in the same run. `next`: a hold of a new
 * owner, whose client accepted it. `leaving`: see cancelCall.
 */
export function passCall(
  hold: GrantedHold,
  first: boolean,
  releaseId: string,
  next: HoldId,
  leaving?: string,
): ScriptCall<PassReply> {
  const [key, ownerState, ...record] = keysOf(hold);
  const { args } = releaseCall(hold, first, releaseId);
  return {
    script: lockPass,
    keys: [String(key), String(ownerState), ownerStateKey(next.key, next.owner), ...record, ...isolatesKeysOf(hold)],
    args: [...args, ...passArgs(next), ...(leaving === undefined ? [] : [leaving])],
    decode: passReply(lockPass),
  };
}

export function passArgs(next: HoldId): string[] {
  return [next.owner, String(next.leaseMs), recordMs(next), aboutText(next.label)];
}

export function passReply(script: LuaScript): (reply: unknown) => PassReply {
  return (reply) => {
    const read = new ReplyReader(script, reply);
    return { ...endOrThrow(read), isPassed: read.has("held", 3) };
  };
}
