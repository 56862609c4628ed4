// Acquires anything that can be waited for. A new hold id follows when no attempt under the old one can succeed.
import { nowMs } from "../../base/clock.ts";
import { isOwn, LockBusyError } from "../../base/errors.ts";
import { sleep } from "../../base/timers.ts";
import type { ResolvedAcquireOptions, WaitUntil } from "../options.ts";
import { leftMs } from "./attempt-budget.ts";
import { Attempts } from "./attempts.ts";
import { CallEvents } from "./call-events.ts";
import type { ChosenHold } from "./chosen-hold.ts";
import type { ClientContext } from "./client-context.ts";
import { openCall } from "./close-registry.ts";
import type { Acquirable, Wanted } from "./kind.ts";

/** How an acquire differs from the usual one. */
export interface HowToAcquire<Got = never> {
  /** The invocation's context, if known: it takes the cancel. */
  readonly context?: WaitUntil | undefined;
  /** The hold that it acquires. Default: a new one. */
  readonly chosen?: ChosenHold | undefined;
  /** Identifies the call, and its hold, in events. Default: a new id. */
  readonly id?: string | undefined;
  /** Returns the kind for another hold id. Default: the same one. */
  readonly another?: (() => Acquirable<Got>) | undefined;
  /** Sets a number of permits unless one is set. Called, once, when none is set. Default: PERMITS_UNSET is thrown. */
  readonly setPermits?: (() => Promise<unknown>) | undefined;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Acquires a hold, permits, or whatever else the kind gets. All attempts, and their cancel, have one hold id. Another
 * hold id follows, in the time that is left, in these cases:
 * - Redis already knows the new owner: somebody guessed it
 * - the lock was granted by a message, and that grant has ended before the message was heard
 * - no number of permits is set, and `how.setPermits` can set one
 * - Redis was not reached, and the caller prefers to wait
 * @throws LOCK_BUSY, CLOSED, ABORTED, and the errors of the kind's `acquire`
 */
export async function acquire<Got>(
  wanted: Wanted<Got>,
  options: ResolvedAcquireOptions,
  how: HowToAcquire<Got> = {},
): Promise<Got> {
  const { client, kind, name } = wanted;
  const facts = { lockName: name, kind: kind.method, label: options.label, id: how.id };
  const call = new CallEvents(client, facts);
  call.report({ type: "acquiring", waitMs: options.waitMs, leaseMs: options.leaseMs });
  const endAt = nowMs() + options.waitMs;
  const asked = { ...wanted, options, endAt, call, context: how.context, chosen: how.chosen };
  let { setPermits } = how;
  let wasTaken = false;
  let boundMs = FIRST_PAUSE_MS;
  try {
    let attempts = new Attempts(asked);
    // Ends with the result, or with an error that another hold id would not help.
    for (;;) {
      const turn = await attempts.turn();
      if (turn === undefined) continue;
      if ("got" in turn) return turn.got;
      const { error, next } = turn;
      if (next === "ungranted" || (next === "taken" && !wasTaken)) wasTaken ||= next === "taken";
      else if (setPermits !== undefined && isOwn(error) && error.code === "PERMITS_UNSET") {
        await setPermits();
        setPermits = undefined;
      } else if (leftMs(asked) > 0 && isWorthAnother(kind, options, error)) {
        const pauseMs = Math.min(Math.random() * boundMs, leftMs(asked));
        await pauseUntilClosed(client, pauseMs, options.signal);
        boundMs = Math.min(2 * boundMs, LONGEST_PAUSE_MS);
        wasTaken = false;
      } else throw error;
      attempts = new Attempts({ ...asked, kind: how.another?.() ?? kind });
    }
  } catch (error) {
    // A call that ends at once reports it when its caller has the promise.
    await undefined;
    throw call.failed(error);
  }
}

/** Resolves with the result of an acquire, or with null instead of LOCK_BUSY. */
export async function nullIfBusy<Got>(acquired: Promise<Got>): Promise<Got | null> {
  try {
    return await acquired;
  } catch (error) {
    if (error instanceof LockBusyError) return null;
    throw error;
  }
}

/** Returns whether the caller prefers to wait for Redis after this error. */
function isWorthAnother(
  kind: Acquirable<unknown>,
  { onUnreachable, reason }: ResolvedAcquireOptions,
  error: unknown,
): boolean {
  if (onUnreachable !== "wait" || !isOwn(error)) return false;
  // Nothing was done.
  if (error.code === "REDIS_UNREACHABLE") return true;
  // Without a lease, another acquire could take a permit a second time, for good. A thief could steal a second time.
  const endsByItself = (kind.renew !== undefined || kind.cancel === undefined) && reason === undefined;
  // LOCK_LOST: granted without a reply, and the lease ended before another attempt was answered.
  return endsByItself && (error.code === "OUTCOME_UNKNOWN" || error.code === "LOCK_LOST");
}

/** Pauses for `ms`, or until the client is closed or the signal aborts: the next attempts then throw. */
async function pauseUntilClosed(client: ClientContext, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const open = openCall(client.closeRegistry, signal, nowMs() + ms);
  await sleep(ms, open.signal);
  open.forget();
}
