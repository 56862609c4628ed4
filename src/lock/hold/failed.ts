// How an acquire fails: what an end that Redis tells means for it, and its errors.
import { LockBusyError, lossOf, type RefusedAttempt } from "../../base/errors.ts";
import type { BusyReply, Ended, HoldId } from "../protocol.ts";
import type { Refusal } from "../wait/wait-terms.ts";
import type { ChosenHold } from "./chosen-hold.ts";
import type { Wanted } from "./kind.ts";
import { adviceWhenHeldHere, holderOf } from "./waiting.ts";

/** An attempt that got an end. */
export interface EndedAttempt<Got> extends Wanted<Got> {
  readonly hold: HoldId;
  /** As its caller knows it. */
  readonly owner: string;
  readonly chosen?: ChosenHold | undefined;
  /** No answer came before, and no other copy of it was sent. */
  readonly isFirst: boolean;
  /** It stood in the list, so that the lock may have been granted to it. */
  readonly hasStood: boolean;
  readonly isTheft: boolean;
  /** The wait has not ended. */
  readonly mayWait: boolean;
  /** Another request may begin. */
  readonly mayBegin: boolean;
}

/**
 * Returns what an end means. "refused": by an earlier copy of the last attempt, whose reply got lost. "taken": Redis
 * knows an end of this new hold, so somebody guessed its owner, and released it. "ungranted": the lock was granted by a
 * message that did not arrive in time. Throws an end that is final.
 */
export function meaningOf<Got>(
  { end }: Ended,
  { kind, name, hold, owner, chosen, isFirst, hasStood, isTheft, mayWait, mayBegin }: EndedAttempt<Got>,
): "refused" | "taken" | "ungranted" {
  if (end === "refused" && chosen?.goesOn !== true) return "refused";
  const refusal = kind.refusal?.(end, name);
  if (refusal !== undefined) throw refusal;
  // An unheard grant ends with its short lease, or is given back by the reader of the stream. Only a waiter that was
  // refused before can have got one: a server that always says so causes no storm of attempts.
  if (hasStood && !isFirst && (end === "lost" || end === "released" || end.startsWith("stolen:"))) {
    return mayWait ? "ungranted" : "refused";
  }
  const isGuessed = (isFirst || end === "released") && hold.ownerIsNew && chosen === undefined;
  // A thief never steals a second time by itself: it may have been robbed.
  if (isGuessed && !isTheft && mayBegin) return "taken";
  throw lossOf({ lockName: name, owner, end });
}

/** Returns LOCK_BUSY. `refusal`: as Redis told it, if it did. */
export function busyError<Got>(
  { client, kind, name, key }: Wanted<Got>,
  facts: RefusedAttempt & { readonly waitedMs: number },
  refusal: (Refusal & Pick<BusyReply, "holder">) | undefined,
): LockBusyError {
  const advice = adviceWhenHeldHere(client, kind, key, refusal ?? facts);
  const holder = holderOf(kind, refusal?.holder);
  const busy = { ...facts, lockName: name, heldByThisClient: advice !== undefined, holder };
  return new LockBusyError(busy, kind.busy, advice);
}
