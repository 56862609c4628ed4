// The scripts that steal a lock, as typed calls.
import { endsChannel, readTimeouts, tokenKey } from "../keys.ts";
import type { AcquireReply, HeldReply, HoldId, ScriptCall } from "../protocol.ts";
import { tokenIn } from "./fenced.ts";
import { fencedSteal, lockSteal, readWriteStealWrite } from "./generated.ts";
import { acquireArgs, acquireReply, keysOf } from "./lock.ts";
import type { ReplyReader } from "./reply.ts";

/** Steals a lock with one owner at a time. `theft`: how the robbed holds end, see endByTheft. */
export function stealCall(hold: HoldId, theft: string, nonReentrant: boolean): ScriptCall<AcquireReply> {
  return {
    script: lockSteal,
    keys: keysOf(hold),
    args: [...acquireArgs(hold, false, nonReentrant), theft, endsChannel(hold.key)],
    decode: acquireReply(lockSteal, { whenHeld: (read) => robbedIn(read, 5) }),
  };
}

/** Steals a fenced lock. */
export function fencedStealCall(hold: HoldId, theft: string): ScriptCall<AcquireReply> {
  const [lock = "", ownerState = "", ...record] = keysOf(hold);
  return {
    ...stealCall(hold, theft, false),
    script: fencedSteal,
    keys: [lock, ownerState, tokenKey(hold.key), ...record],
    decode: acquireReply(fencedSteal, { whenHeld: (read) => ({ ...tokenIn(read), ...robbedIn(read, 6) }) }),
  };
}

/** Steals a write lock, from its writer or its readers. */
export function stealWriteCall(hold: HoldId, theft: string): ScriptCall<AcquireReply> {
  return {
    script: readWriteStealWrite,
    keys: keysOf(hold),
    args: [...acquireArgs(hold, false, false), readTimeouts(hold.key), theft, endsChannel(hold.key)],
    decode: acquireReply(readWriteStealWrite, { whenHeld: (read) => robbedIn(read, 5) }),
  };
}

/** Returns the fields of the robbed, if this run stole the lock. */
function robbedIn(read: ReplyReader, slot: number): Pick<HeldReply, "robbed"> {
  return read.length > slot ? { robbed: read.text(slot).split(" ") } : {};
}
