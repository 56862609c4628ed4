// The script of the fenced lock as a typed call; it is released, renewed and asked for by those of the plain lock.
import { tokenKey } from "../../keys.ts";
import type { ScriptCall } from "../call.ts";
import { fencedAcquire } from "../generated.ts";
import { type AcquireReply, acquireArgs, acquireReply, type HoldId, keysOf } from "../lock/calls.ts";

/** As the plain lock's; a hold that counts has a token. */
export function fencedAcquireCall(hold: HoldId, last: boolean): ScriptCall<AcquireReply> {
  const [lock = "", page = "", ...record] = keysOf(hold);
  return {
    script: fencedAcquire,
    keys: [lock, page, tokenKey(hold.key), ...record],
    args: acquireArgs(hold, last, false),
    decode: acquireReply(fencedAcquire, {
      whenHeld(read) {
        const fencingToken = read.text(5);
        if (!/^\d{1,20}$/.test(fencingToken)) throw read.unexpected("has a token that is no number");
        return { fencingToken };
      },
    }),
  };
}
