// The script of the fenced lock as a typed call. The plain lock's scripts release, renew and check it.
import { tokenKey } from "../keys.ts";
import type { AcquireReply, HoldId, ScriptCall } from "../protocol.ts";
import { fencedAcquire } from "./generated.ts";
import { acquireArgs, acquireReply, keysOf } from "./lock.ts";
import type { ReplyReader } from "./reply.ts";

/** Acquires as the plain lock's call. A hold that counts has a token. */
export function fencedAcquireCall(hold: HoldId, last: boolean, first = true): ScriptCall<AcquireReply> {
  const [lock = "", page = "", ...record] = keysOf(hold);
  return {
    script: fencedAcquire,
    keys: [lock, page, tokenKey(hold.key), ...record],
    args: acquireArgs(hold, last, false, first),
    decode: acquireReply(fencedAcquire, { whenHeld: tokenIn }),
  };
}

/** Reads the token of a hold that counts. */
export function tokenIn(read: ReplyReader): { readonly fencingToken: string } {
  const fencingToken = read.text(5);
  if (!/^\d{1,20}$/.test(fencingToken)) throw read.unexpected("has a token that is no number");
  return { fencingToken };
}
