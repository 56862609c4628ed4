// Cancels an acquire that failed: an attempt may have been carried out without a reply, or may still arrive.

import { type FinalError, isLockError, RedisUnreachableError, wasNotDone, wasSent } from "../../base/errors.ts";
import { settledWithin } from "../../base/timers.ts";
import { inBackground } from "../background.ts";
import type { WaitUntil } from "../options.ts";
import type { HoldId } from "../protocol.ts";
import { cancelLate, runUntilAnswered } from "../retry.ts";
import type { ClientContext } from "./client-context.ts";
import type { Acquirable } from "./kind.ts";

// How long a caller waits for the reply to its cancel, which goes on in the background. An aborted caller waits less.
const CANCEL_WAIT_ABORTED_MS = 250;
const CANCEL_WAIT_MS = 1_000;
const CANCEL_TRIES = 2;
// A permit without a lease is lost for good if its cancel is lost.
const CANCEL_TRIES_WITHOUT_LEASE = 4;
// The compiler asks for the code of each error that a kind makes of a remembered end.
const FINAL: Readonly<Record<FinalError["code"], true>> = {
  LOCK_LOST: true,
  LOCK_STOLEN: true,
  ALREADY_HELD: true,
  TOO_MANY_HOLDS: true,
  UPGRADE_REFUSED: true,
  PERMITS_UNSET: true,
};

/** An acquire that failed. */
export interface FailedAcquire {
  readonly hold: HoldId;
  /** Its standing request, as far as known; "": none. */
  readonly request: string;
  /** How long one request may take, ms. */
  readonly timeoutMs: number;
  /** Whether any attempt was answered: a copy of it may still arrive. */
  readonly isAnswered: boolean;
  /** Aborted by its caller, or by `close()`. */
  readonly isAborted: boolean;
  /** The invocation's context, if known: it takes the cancel. */
  readonly context: WaitUntil | undefined;
}

/**
 * Cancels the acquire if needed. Returns the error to throw. Once the cancel is answered, nothing is held. If Redis did
 * nothing, the error is not delayed by the cancel.
 */
export async function errorAfterCancel(
  client: ClientContext,
  kind: Acquirable<unknown>,
  { hold, request, timeoutMs, isAnswered, isAborted, context }: FailedAcquire,
  error: unknown,
): Promise<unknown> {
  const code = isLockError(error) ? error.code : undefined;
  // In a composite lock it is the end of a single member.
  if (code !== undefined && Object.hasOwn(FINAL, code) && kind.keysOf === undefined) return error;
  if (kind.cancel === undefined) return error;
  if (!isAnswered && wasNotDone(error)) {
    // A copy may still arrive, when Redis has room, or is ready.
    if (wasSent(error)) inBackground(context, cancelLate(client.driver, kind.cancel(hold, request), timeoutMs));
    return error;
  }
  const hasLease = kind.renew !== undefined;
  const maxTries = hasLease ? CANCEL_TRIES : CANCEL_TRIES_WITHOUT_LEASE;
  const budgetMs = hasLease ? timeoutMs : maxTries * timeoutMs;
  const cancel = runUntilAnswered(client.driver, kind.cancel(hold, request), { timeoutMs, budgetMs, maxTries });
  inBackground(context, cancel);
  const cancelWaitMs = isAborted ? CANCEL_WAIT_ABORTED_MS : CANCEL_WAIT_MS;
  const isCancelled = await settledWithin(cancel, hasLease ? cancelWaitMs : timeoutMs);
  if (!isCancelled || code !== "OUTCOME_UNKNOWN") return error;
  return new RedisUnreachableError("no attempt got a reply and all were cancelled", {
    cause: error,
  });
}
