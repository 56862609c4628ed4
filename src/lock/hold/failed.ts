// The errors of a failed acquire, and what each recorded end means for it.
import { LockBusyError, lossOf, type RefusedAttempt } from "../../base/errors.ts";
import type { BusyReply, Ended } from "../protocol.ts";
import type { Refusal } from "../wait/wait-terms.ts";
import { beginsForMs, leftMs } from "./attempt-budget.ts";
import type { AcquireRequest, AskedHold } from "./chosen-hold.ts";
import { adviceWhenHeldHere, holderOf } from "./waiting.ts";

/**
 * Returns what an end means. "refused": an earlier copy of the last attempt was refused and its reply got lost, or a
 * grant ended unheard at the end of the wait. "taken": Redis knows an end of this new hold, so somebody guessed its
 * owner, and released it. "ungranted": the lock was granted by a message that did not arrive in time. Throws the error of
 * any other end. `isFirst`: no answer came before, and no other copy was sent. `hasStood`: a release may have granted the
 * lock.
 */
export function meaningOf<Got>(
  { end }: Ended,
  asked: AskedHold<Got>,
  isFirst: boolean,
  hasStood: boolean,
): "refused" | "taken" | "ungranted" {
  const { kind, name, hold, owner, chosen, theft } = asked;
  if (end === "refused" && chosen?.goesOn !== true) return "refused";
  const refusal = kind.refusal?.(end, name);
  if (refusal !== undefined) throw refusal;
  // An unheard grant ends with its short lease, or is given back by the reader of the stream. Expect one only after a
  // refusal: otherwise a server that answers each attempt with an end causes a storm of attempts.
  if (hasStood && !isFirst && (end === "lost" || end === "released" || end.startsWith("stolen:"))) {
    return leftMs(asked) > 0 ? "ungranted" : "refused";
  }
  const isGuessed = (isFirst || end === "released") && hold.ownerIsNew && chosen === undefined;
  // A thief never steals a second time by itself: it may have been robbed.
  if (isGuessed && theft === undefined && beginsForMs(asked) > 0) return "taken";
  throw lossOf({ lockName: name, owner, end });
}

/** Returns LOCK_BUSY. `refusal`: as Redis told it, if it did. */
export function busyError<Got>(
  { client, kind, name, key, call }: AcquireRequest<Got>,
  facts: RefusedAttempt,
  refusal: (Refusal & Pick<BusyReply, "holder">) | undefined,
): LockBusyError {
  const advice = adviceWhenHeldHere(client, kind, key, refusal ?? facts);
  const holder = holderOf(kind, refusal?.holder);
  const busy = { ...facts, lockName: name, waitedMs: call.waitedMs, heldByThisClient: advice !== undefined, holder };
  return new LockBusyError(busy, kind.busy, advice);
}
