// Releases a hold, and grants its lock to a waiter of the same isolate, in one request.
import type { HoldEnd } from "../../base/errors.ts";
import { passCall } from "../lua/lock.ts";
import type { Call, Driver, Ended, GrantedHold, HoldId, PassReply, ReleaseChannel, Serving } from "../protocol.ts";
import { runUntilAnswered, type TryLimits } from "../retry.ts";
import { type Handed, nextPasses, type Offer, type Passes } from "../wait/offer.ts";
import { isPassable, type Line } from "../wait/wait-terms.ts";
import { offerLock } from "../wait/wake-strategy.ts";

// The holder may wait for this, when its own release has been answered. Beyond it, the lease ends the hold.
const GIVING_BACK = { maxTries: 2 };

/** A hold that ends by a first release or a later one. */
export interface HoldEnding {
  readonly hold: GrantedHold;
  /** See releaseCall. */
  readonly first: boolean;
  readonly releaseId: string;
  /** How the lock came to this hold, if by a pass, a grant, or after others. */
  readonly passes: Passes | undefined;
  /** A renewal has extended its lease. */
  readonly isRenewed: boolean;
}

/** Returns what the script learns of the chain that this hold ends, or belongs to. */
export function servingOf({ passes, isRenewed }: Pick<HoldEnding, "passes" | "isRenewed">): Serving {
  const { since = "", turns = 0, owed = 0 } = passes?.chain ?? {};
  const { count = 0, isShort = false } = passes ?? {};
  return { chain: { since, turns: turns + count, owed }, wasShort: isShort && !isRenewed };
}

/** The part of its client that a pass needs. */
export interface PassingClient {
  readonly driver: Driver;
  readonly prefix: string;
}

/** The part of its kind that a pass needs. */
export interface PassableKind {
  readonly line?: Line;
  /** The channel of its waiters. */
  channel?(key: string): Pick<ReleaseChannel, "name">;
  /** See cancelCall. */
  cancel(hold: HoldId): Call<Ended>;
  /** For a lock with a queue in Redis; otherwise that of the plain lock. */
  pass?(hold: GrantedHold, first: boolean, releaseId: string, next: HoldId): Call<PassReply>;
}

/** The end of a hold that was offered to the next waiter. */
export interface PassedOn {
  readonly end: HoldEnd;
  /** Resolves when the waiter has the lock, or has lost it again because its invocation was cut. */
  readonly isHandedOver: Promise<void>;
}

/**
 * Ends a hold, and passes the lock on. Returns undefined, and does nothing, if the lock is of another kind, nobody
 * accepts it, or waiters elsewhere are due. Throws the errors of `runUntilAnswered`: the waiter then attempts by
 * itself.
 */
export async function passOn(
  { driver, prefix }: PassingClient,
  kind: PassableKind,
  { hold, first, releaseId, ...ending }: HoldEnding,
  limits: TryLimits,
): Promise<PassedOn | undefined> {
  const channel = isPassable(kind.line) ? kind.channel?.(hold.key) : undefined;
  if (channel === undefined) return undefined;
  // A queue in Redis knows who is next, so that nobody elsewhere is overtaken.
  const next = nextPasses(kind.pass === undefined ? ending.passes : undefined);
  if (next === undefined) return undefined;
  const offer = await offerLock(channel.name, driver.database, prefix);
  if (offer === undefined) return undefined;
  const { owner, label, leaseMs, request } = offer;
  const nextHold = { key: hold.key, owner, holdId: owner, ownerIsNew: true, leaseMs, label };
  const handOver = (passed?: Handed): Promise<void> =>
    handedOver(offer, passed, () => runUntilAnswered(driver, kind.cancel(nextHold), { ...limits, ...GIVING_BACK }));
  try {
    const call =
      kind.pass?.(hold, first, releaseId, nextHold) ??
      passCall(hold, first, releaseId, nextHold, { takesOut: request, ...servingOf(ending) });
    const { reply, sentAt } = await runUntilAnswered(driver, call, limits);
    const held = { kind: "held", holdCount: 1, remainingMs: leaseMs, epoch: "" } as const;
    const passed = { answer: { reply: held, sentAt, tries: 1 }, passes: next };
    return { end: reply.end, isHandedOver: handOver(reply.isPassed ? passed : undefined) };
  } catch (error) {
    void handOver();
    throw error;
  }
}

/** Answers the waiter. If its invocation was cut meanwhile, gives the lock back. Never rejects. */
async function handedOver(offer: Offer, passed: Handed | undefined, giveBack: () => Promise<unknown>): Promise<void> {
  if (await offer.answer(passed)) return;
  await giveBack().catch(() => {});
  offer.gaveBack();
}
