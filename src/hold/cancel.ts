// Cancelling an acquire that ended in an error: a try may have been carried out without an answer, or may still be on
// its way.
import { isLockError, type LockErrorCode, RedisUnreachableError } from "../errors.ts";
import type { HoldId } from "../lua/lock/calls.ts";
import type { WaitUntil } from "../options.ts";
import { runUntilAnswered } from "../redis/retry.ts";
import { settledWithin } from "../wait/sleep.ts";
import { inBackground } from "./background.ts";
import type { ClientContext } from "./client-context.ts";
import type { Acquirable } from "./kind.ts";

// How long a caller is kept for the answer to its cancel, which goes on in the background: an aborted one wants to
// leave.
const CANCEL_WAIT_ABORTED_MS = 250;
const CANCEL_WAIT_MS = 1_000;
const CANCEL_TRIES = 2;
// A permit without a lease is lost for good when its cancel is lost.
const CANCEL_TRIES_WITHOUT_LEASE = 4;
// Redis remembers the end.
const FINAL: readonly LockErrorCode[] = [
  "LOCK_LOST",
  "ALREADY_HELD",
  "TOO_MANY_HOLDS",
  "UPGRADE_REFUSED",
  "PERMITS_UNSET",
];
// Redis has done nothing.
const NOT_DONE: readonly unknown[] = ["REDIS_REFUSED", "NOT_A_LOCK", "REDIS_UNREACHABLE"];

/** An acquire that ended in an error. */
export interface FailedAcquire {
  readonly hold: HoldId;
  /** How long one request may take, ms. */
  readonly timeoutMs: number;
  /** Any try was answered: a copy of it may still be on its way. */
  readonly isAnswered: boolean;
  /** By its caller, or by `close()`. */
  readonly isAborted: boolean;
  /** The invocation's context, where it is known: it gets the cancel. */
  readonly context: WaitUntil | undefined;
}

/** Cancels the acquire where that is due. Returns the error to throw: with the cancel answered, nothing is held. */
export async function errorAfterCancel(
  client: ClientContext,
  kind: Acquirable<unknown>,
  { hold, timeoutMs, isAnswered, isAborted, context }: FailedAcquire,
  error: unknown,
): Promise<unknown> {
  const code = isLockError(error) ? error.code : undefined;
  // In a composite lock it is the end of one member alone.
  if (code !== undefined && FINAL.includes(code) && kind.placeOf === undefined) return error;
  if (!isAnswered && NOT_DONE.includes(code)) return error;
  if (kind.cancel === undefined) return error;
  const hasLease = kind.renew !== undefined;
  const limits = hasLease
    ? { timeoutMs, budgetMs: timeoutMs, maxTries: CANCEL_TRIES }
    : { timeoutMs, budgetMs: CANCEL_TRIES_WITHOUT_LEASE * timeoutMs, maxTries: CANCEL_TRIES_WITHOUT_LEASE };
  let isCancelled = false;
  const cancel = runUntilAnswered(client.redis, kind.cancel(hold), limits).then(
    () => {
      isCancelled = true;
    },
    () => {},
  );
  inBackground(context, cancel);
  const cancelWaitMs = isAborted ? CANCEL_WAIT_ABORTED_MS : CANCEL_WAIT_MS;
  await settledWithin(cancel, hasLease ? cancelWaitMs : timeoutMs);
  if (!isCancelled || code !== "OUTCOME_UNKNOWN") return error;
  return new RedisUnreachableError("no attempt got a reply; all were cancelled, and nothing is held", {
    cause: error,
  });
}
