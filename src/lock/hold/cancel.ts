// Cancels an acquire that failed: an attempt may have been carried out without a reply, or may still arrive.

import { type FinalError, isOwn, undone, wasNotDone, wasSent } from "../../base/errors.ts";
import { settledWithin } from "../../base/timers.ts";
import { inBackground, repeatedInBackground } from "../background.ts";
import type { WaitUntil } from "../options.ts";
import type { Call, HoldId } from "../protocol.ts";
import { callAtLast, cancelLate, LONGEST_WITHOUT_LEASE_MS, runUntilAnswered } from "../retry.ts";
import type { ClientContext } from "./client-context.ts";
import type { Acquirable } from "./kind.ts";

// How long a caller waits for the reply to its cancel, which goes on in the background. An aborted caller waits less.
const CANCEL_WAIT_ABORTED_MS = 250;
const CANCEL_WAIT_MS = 1_000;
const CANCEL_TRIES = 2;
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
  const code = isOwn(error) ? error.code : undefined;
  // In a composite lock it is the end of a single member.
  if (code !== undefined && Object.hasOwn(FINAL, code) && kind.keysOf === undefined) return error;
  if (kind.cancel === undefined) return error;
  if (!isAnswered && wasNotDone(error)) {
    // A copy may still arrive, when Redis has room, or is ready.
    if (wasSent(error)) inBackground(context, cancelLate(client.driver, kind.cancel(hold, request), timeoutMs));
    return error;
  }
  const call = kind.cancel(hold, request);
  const isCancelled =
    kind.renew === undefined
      ? await cancelledAtLast(client, call, timeoutMs, context)
      : await cancelled(client, call, timeoutMs, context, isAborted ? CANCEL_WAIT_ABORTED_MS : CANCEL_WAIT_MS);
  if (!isCancelled || code !== "OUTCOME_UNKNOWN") return error;
  return undone(error, "no attempt got a reply");
}

/** Cancels what ends with its lease anyway. Returns whether that was answered within `waitMs`. */
function cancelled(
  { driver }: ClientContext,
  call: Call<unknown>,
  timeoutMs: number,
  context: WaitUntil | undefined,
  waitMs: number,
): Promise<boolean> {
  const cancel = runUntilAnswered(driver, call, {
    timeoutMs,
    budgetMs: timeoutMs,
    maxTries: CANCEL_TRIES,
    alone: true,
  });
  inBackground(context, cancel);
  return settledWithin(cancel, waitMs);
}

/** Cancels what would be lost for good, such as a permit without a lease. Returns whether that was answered soon. */
function cancelledAtLast(
  { driver }: ClientContext,
  call: Call<unknown>,
  timeoutMs: number,
  context: WaitUntil | undefined,
): Promise<boolean> {
  const cancel = callAtLast(driver, call, timeoutMs, LONGEST_WITHOUT_LEASE_MS);
  repeatedInBackground(context, cancel, timeoutMs);
  return settledWithin(cancel, timeoutMs);
}
