// Releases a hold, and grants its lock to a waiter of the same isolate, in one request.
import type { HoldEnd } from "../../base/errors.ts";
import type { Call, Driver, Ended, GrantedHold, HoldId, ReleaseChannel, Serving } from "../protocol.ts";
import { runUntilAnswered, type TryLimits } from "../retry.ts";
import { nextPasses, type Passes } from "../wait/handed.ts";
import { nameNext } from "../wait/lines.ts";
import { isPassable, type Line } from "../wait/wait-terms.ts";

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
  /** The parameters: see releaseCall. */
  release(hold: GrantedHold, first: boolean, releaseId: string, serving: Serving): Call<Ended>;
}

/** The end of a hold whose release named the next waiter. */
export interface PassedOn {
  readonly end: HoldEnd;
  /** Resolves when the waiter has the lock, or has lost it again because its invocation was cut. */
  readonly isHandedOver: Promise<void>;
}

/**
 * Ends a hold, and passes the lock on. Returns undefined, and does nothing, if the lock is of another kind, nobody
 * here waits for it, or waiters elsewhere are due. Throws the errors of `runUntilAnswered`: the waiter then attempts by
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
  const passes = nextPasses(kind.line === "queued" ? undefined : ending.passes);
  const next = passes && (await nameNext(channel.name, driver.database, prefix));
  if (next === undefined) return undefined;
  const { owner, label, leaseMs, request } = next;
  const nextHold = { key: hold.key, owner, holdId: owner, ownerIsNew: true, leaseMs, label };
  const giveBack = (): Promise<unknown> =>
    runUntilAnswered(driver, kind.cancel(nextHold), { ...limits, ...GIVING_BACK });
  try {
    const serving = { ...servingOf(ending), next: nextHold, nextRequest: request };
    const call = kind.release(hold, first, releaseId, serving);
    const { reply, sentAt } = await runUntilAnswered(driver, call, limits);
    const held = { kind: "held", holdCount: 1, remainingMs: leaseMs, epoch: "" } as const;
    const answer = reply.isPassed ? { reply: held, sentAt, tries: 1 } : undefined;
    // If its invocation was cut meanwhile, the lock is given back.
    const isHandedOver = next.grant(answer, passes).then((isTaken) => (isTaken ? undefined : giveBack()));
    return { end: reply.end, isHandedOver: isHandedOver.then(ignore, ignore) };
  } catch (error) {
    void next.grant();
    throw error;
  }
}

function ignore(): void {}
