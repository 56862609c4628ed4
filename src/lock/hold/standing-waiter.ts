// A waiter of a kind whose releases grant the lock to those that stand.
import { countsOthers, isOnlyCalled, standingRequest } from "../lua/standing.ts";
import type { BusyReply, Call, Driver, Ended, HoldId, ScriptCall, Standing } from "../protocol.ts";
import { runUntilAnswered } from "../retry.ts";
import { isSealed, newSecret } from "../wait/seal.ts";
import type { StandingWaiter } from "../wait/wait-terms.ts";

const GIVE_BACK_TRIES = 2;

/**
 * Where the waiters of a kind stand, to be granted the lock by a release: in a list of the lock; there, with a token;
 * or in Redisson's queue.
 */
export type StandsIn = "list" | "fenced list" | "queue";

/** The part of its kind that a waiter needs to stand. */
export interface StandingKind {
  /** Absent: its waiters do not stand. */
  readonly stands?: StandsIn;
  /** Returns the attempt that also changes its request. Absent: as for a list. */
  standing?<Reply>(call: ScriptCall<Reply>, standing: Standing, hold: HoldId): ScriptCall<Reply | BusyReply>;
  /** See cancelCall. */
  cancel?(hold: HoldId, request?: string): Call<Ended>;
}

/**
 * Returns how a new owner may stand in the list of its lock; undefined: it does not.
 * @param timeoutMs how long one request may take, ms
 */
export function standingWaiter(
  driver: Driver,
  kind: StandingKind,
  hold: HoldId,
  timeoutMs: number,
): StandingWaiter | undefined {
  const { stands } = kind;
  if (stands === undefined) return undefined;
  const needsToken = stands === "fenced list";
  // Drawn for the first request: most acquires need none.
  let secret: string | undefined;
  return {
    leaseMs: hold.leaseMs,
    needsToken,
    request(mailbox, seenMs, marks) {
      secret ??= newSecret();
      return standingRequest(hold, mailbox, secret, seenMs, { ...marks, needsToken });
    },
    isOnlyCalled,
    countsOthers,
    isSealed: (text, seal) => secret !== undefined && isSealed(secret, text, seal),
    async giveBack() {
      const cancel = kind.cancel?.(hold);
      const limits = { timeoutMs, budgetMs: timeoutMs, maxTries: GIVE_BACK_TRIES };
      if (cancel !== undefined) await runUntilAnswered(driver, cancel, limits);
    },
  };
}
