// The scripts of the plain semaphore as typed calls.
import { semaphoreChannel } from "../keys.ts";
import type { AcquireReply, Ended, HoldId, ScriptCall } from "../protocol.ts";
import { semaphoreAcquire, semaphoreAddPermits, semaphoreCancel, semaphoreDrain } from "./generated.ts";
import { endOrThrow, endReply } from "./lock.ts";
import { ReplyReader } from "./reply.ts";
import { onceCall, remembered, trySetCall } from "./request.ts";

/** Acquires permits. `last`: the caller will not ask again under this hold id, so a refusal is recorded and final. */
export function acquirePermitsCall(hold: HoldId, permits: number, last: boolean): ScriptCall<AcquireReply> {
  const { keys, args } = remembered(hold.key, hold.holdId);
  return {
    script: semaphoreAcquire,
    keys,
    args: [...args, String(permits), last ? "1" : "0"],
    decode(reply) {
      const read = new ReplyReader(semaphoreAcquire, reply);
      if (read.kind === "busy") return { kind: "busy", remainingMs: -1, available: read.integer(2) };
      if (read.kind !== "held") return endOrThrow(read);
      // Permits have no lease: nothing reads this one.
      return { kind: "held", holdCount: 1, remainingMs: hold.leaseMs, epoch: "", available: read.integer(2) };
    },
  };
}

/** Ends an acquire that may or may not have run. */
export function cancelPermitsCall(hold: HoldId): ScriptCall<Ended> {
  const { keys, args } = remembered(hold.key, hold.holdId);
  return {
    script: semaphoreCancel,
    keys,
    args: [...args, semaphoreChannel(hold.key)],
    decode: endReply(semaphoreCancel),
  };
}

/** Adds permits. Answers how many there are afterwards. */
export function addPermitsCall(key: string, requestId: string, permits: number): ScriptCall<number> {
  return onceCall(semaphoreAddPermits, key, requestId, String(permits), semaphoreChannel(key));
}

/** Takes all permits. Answers how many were taken. */
export function drainPermitsCall(key: string, requestId: string): ScriptCall<number> {
  return onceCall(semaphoreDrain, key, requestId);
}

export function trySetPermitsCall(
  key: string,
  requestId: string,
  permits: number,
  ttlMs?: number,
): ScriptCall<boolean> {
  return trySetCall(key, requestId, permits, { channel: semaphoreChannel(key), payload: String(permits) }, ttlMs);
}
