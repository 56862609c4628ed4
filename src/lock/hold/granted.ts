// What follows a grant: its confirmation or its first renewal, and the object of the hold.
import { nowMs } from "../../base/clock.ts";
import { ClosedError, HoldEndedError, isOwn, lossOf } from "../../base/errors.ts";
import type { AcquireReply, Call, Driver, Ended, GrantedHold, HeldReply, RenewedReply } from "../protocol.ts";
import { type Answered, runUntilAnswered } from "../retry.ts";
import type { Handed, Passes } from "../wait/handed.ts";
import { renewalAt, renewalTimeoutMs, validUntil } from "../watchdog/renewal-plan.ts";
import { beginsForMs } from "./attempt-budget.ts";
import type { AskedHold } from "./chosen-hold.ts";

// A renewal has this time even if the call exceeds its wait by it.
const LEAST_TIME_MS = 100;

/** When its request was sent, or its message arrived; and the end of a short lease: see Handed. */
export type Granting = Pick<NonNullable<Handed["answer"]>, "sentAt" | "validUntil">;

/** The answer to an attempt, or a grant by another holder or a message. */
export type Answer = Answered<AcquireReply> & Granting;

/** What else a grant depends on. */
export interface GrantFacts extends Granting {
  readonly passes: Passes;
  /** The waiter stood, so that the grant may be one of a release, with a short lease. */
  readonly hasStood: boolean;
  /** How many attempts there were. */
  readonly attempts: number;
  /** Whom a thief robbed. */
  readonly stolenFrom: readonly string[] | undefined;
}

/** Returns the result of a grant. Throws if the call was cancelled meanwhile, so that the grant is given back. */
export async function granted<Got>(
  asked: AskedHold<Got>,
  reply: HeldReply,
  { sentAt, validUntil: until, passes, hasStood, attempts, stolenFrom }: GrantFacts,
): Promise<Got> {
  const { client, kind, name, chosen, call, signal } = asked;
  const { epoch, fencingToken, members, holdCount } = reply;
  const hold = {
    ...asked.hold,
    asksHolder: undefined,
    leaseGiven: undefined,
    epoch,
    fencingToken,
    members,
    ...reply.chosen,
  };
  call.owner = kind.fieldToOwner(hold.owner);
  const known = until ?? validUntil(sentAt, reply.remainingMs, hold.leaseMs);
  // An attempt may find the grant of a release, which has a short lease.
  const isFull = until === undefined && (!hasStood || reply.remainingMs === hold.leaseMs);
  const isRenewedLater = chosen?.repeats || until !== undefined || (isFull && !isRenewalDue(known, hold.leaseMs));
  const valid = isRenewedLater ? known : await freshened(asked, hold, known);
  // Without an answered renewal, the lease is still short.
  const confirm = !isFull && valid === known ? client.streams?.confirm : undefined;
  if (signal.aborted) throw signal.reason;
  // The registry drops an acquire that takes longer than expected, so close() did not end it.
  if (client.closeRegistry.closed) throw new ClosedError();
  const alarm = chosen?.alarm?.(hold);
  const got = kind.held(client, {
    ...{ id: call.id, name, hold, holdCount, validUntil: valid, passes, confirm, alarm },
    ...{ waited: call.hasWaited, waitedMs: call.waitedMs },
  });
  // Emitted last: a listener may close the locks, which ends this hold too.
  call.report({ type: "acquired", attempts, holds: kind.holds ?? 1, stolenFrom });
  return got;
}

/**
 * With `confirm: "first"`, returns Redis' answer about a grant by message; undefined: only an attempt can find it out.
 * Otherwise returns the answer as it came.
 */
export async function confirmed<Got>(asked: AskedHold<Got>, handed: Answer): Promise<Answer | undefined> {
  const { client, kind, options, hold, signal } = asked;
  const { reply, validUntil: until } = handed;
  if (!options.confirmsFirst || until === undefined || reply.kind !== "held") return handed;
  // A renewal brings no token. It ends a hold that was never granted, so a waiter would lose its place in a queue.
  if (kind.stands !== "list" || kind.renew === undefined) return undefined;
  const { leaseMs } = options;
  const limits = { leaseMs, leftMs: beginsForMs(asked), signal };
  const call = kind.renew({ ...hold, epoch: reply.epoch });
  const renewed = await renewedOnce(client.driver, call, limits).catch(() => undefined);
  if (renewed === undefined) return undefined;
  return { ...renewed, reply: renewed.reply.kind === "ended" ? renewed.reply : { ...reply, remainingMs: leaseMs } };
}

/** Returns whether less than two thirds of the lease are left. */
function isRenewalDue(until: number, leaseMs: number): boolean {
  const now = nowMs();
  return now >= renewalAt(until, leaseMs, 0, now);
}

/**
 * Renews once, because a slow reply left less than two thirds of the lease, or a release granted a short one. Returns
 * the end of validity, on the local clock.
 */
async function freshened<Got>(asked: AskedHold<Got>, hold: GrantedHold, until: number): Promise<number> {
  const { client, kind, name } = asked;
  if (kind.renew === undefined) return until;
  try {
    const limits = { leaseMs: hold.leaseMs, leftMs: beginsForMs(asked) + asked.timeoutMs / 2 };
    const { reply, sentAt } = await renewedOnce(client.driver, kind.renew(hold), limits);
    if (reply.kind === "renewed") return validUntil(sentAt, hold.leaseMs, hold.leaseMs);
    throw lossOf({ lockName: name, owner: asked.owner, end: reply.end });
  } catch (error) {
    // Without a reply, the rest of the granted lease is still valid.
    if (isOwn(error) && !(error instanceof HoldEndedError) && nowMs() < until) return until;
    throw error;
  }
}

/** Renews a hold, in the time that the call has left. */
function renewedOnce(
  driver: Driver,
  call: Call<RenewedReply | Ended>,
  { leaseMs, leftMs, signal }: { leaseMs: number; leftMs: number; signal?: AbortSignal },
): Promise<Answered<RenewedReply | Ended>> {
  const timeoutMs = Math.min(renewalTimeoutMs(leaseMs), Math.max(LEAST_TIME_MS, leftMs));
  return runUntilAnswered(driver, call, { timeoutMs, budgetMs: timeoutMs, maxTries: 1, signal });
}
