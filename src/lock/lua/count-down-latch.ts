// The scripts of the count-down latch as typed calls.
import { countDownChannel } from "../keys.ts";
import type { AcquireReply, HoldId, ScriptCall } from "../protocol.ts";
import { countDownLatchCountDown, countDownLatchDelete } from "./generated.ts";
import { numberCall, onceCall, trySetCall, yesOrNo } from "./request.ts";

/** Checks a latch; "held": it is open. Only reads, so that a copy changes nothing. */
export function passCall(hold: HoldId): ScriptCall<AcquireReply> {
  const call = numberCall(hold.key);
  return {
    ...call,
    decode: (reply) =>
      call.decode(reply) > 0
        ? { kind: "busy", remainingMs: -1 }
        : { kind: "held", holdCount: 1, remainingMs: hold.leaseMs, epoch: "" },
  };
}

/** The count that is left. */
export function countDownCall(key: string, requestId: string): ScriptCall<number> {
  return onceCall(countDownLatchCountDown, key, requestId, countDownChannel(key));
}

/** Whether there was one. */
export function deleteLatchCall(key: string, requestId: string): ScriptCall<boolean> {
  return yesOrNo(onceCall(countDownLatchDelete, key, requestId, countDownChannel(key)));
}

export function trySetCountCall(key: string, requestId: string, count: number): ScriptCall<boolean> {
  return trySetCall(key, requestId, count, { channel: countDownChannel(key), payload: "1" });
}
