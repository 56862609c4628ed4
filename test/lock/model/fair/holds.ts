// The memory of single holds: which of them count, and how the others ended.
import type { HoldEnd } from "../../../../src/base/errors.ts";
import type { Granted } from "./requests.ts";
import { type Hold, leaseLeft, type Request, type World } from "./world.ts";

export type Reply =
  | { readonly kind: "held"; readonly holdCount: number; readonly remainingMs: number; readonly epoch: string }
  | {
      readonly kind: "busy";
      readonly remainingMs: number;
      readonly position: number;
      readonly againMs: number;
      readonly stands?: Stands | undefined;
    }
  /** `isPassed`: the next owner holds the lock. */
  | {
      readonly kind: "ended";
      readonly end: HoldEnd;
      readonly isPassed?: boolean;
      readonly granted?: Granted | undefined;
    }
  /** Of a forced release. */
  | { readonly kind: "forced"; readonly freed: boolean; readonly granted?: Granted | undefined }
  /** NOT_A_LOCK: a hash without a TTL is invalid. */
  | { readonly kind: "no-lock" };

/** What a refused attempt tells of its request. `isOurs`: of the holder, and all before it in the queue. */
export interface Stands {
  /** The time on the Redis clock. */
  readonly now: number;
  readonly request: Request;
  readonly isOurs: boolean;
}

/** How the robbed holds of these walks end. */
export const THEFT = "stolen:thief//";
// No hold has this epoch.
const ROBBED = `!${THEFT}`;

export const NO_LOCK: Reply = { kind: "no-lock" };

/** Returns whether its TTL was removed. */
export function isEndless(world: World): boolean {
  return world.counts.size > 0 && world.until === Number.POSITIVE_INFINITY;
}

export function endOf(world: World, hold: Hold): HoldEnd | undefined {
  if (hold.ownerIsNew) return world.pages.get(hold.owner)?.defaultEnd;
  const record = world.records.get(hold.holdId);
  return record !== undefined && "end" in record ? record.end : undefined;
}

/** Returns whether Redis has a record of this hold, or of its owner. */
export function isKnown(world: World, hold: Hold): boolean {
  return world.pages.has(hold.owner) || (!hold.ownerIsNew && world.records.has(hold.holdId));
}

export function remember(world: World, hold: Hold, end: HoldEnd): Extract<Reply, { kind: "ended" }> {
  if (hold.ownerIsNew) world.pages.set(hold.owner, { born: lifeOf(world, hold), defaultEnd: end });
  else world.records.set(hold.holdId, { end });
  return { kind: "ended", end };
}

/** Returns the reply to an attempt, if it does not depend on other owners. */
export function settled(world: World, hold: Hold): Reply | undefined {
  const end = endOf(world, hold);
  if (end !== undefined) return { kind: "ended", end };
  const count = world.counts.get(hold.owner);
  const born = hold.ownerIsNew ? "" : bornOf(world, hold);
  if (count === undefined) {
    const wasGranted = hold.ownerIsNew ? world.pages.has(hold.owner) : born !== undefined;
    return wasGranted ? remember(world, hold, lostHow(world, hold, "lost")) : undefined;
  }
  if (born === undefined && hold.once) return remember(world, hold, "reentered");
  if (born === undefined) return isEndless(world) ? NO_LOCK : enterAgain(world, hold, count);
  if (!isThisLife(world, hold, born)) return remember(world, hold, "lost");
  return { kind: "held", holdCount: count, remainingMs: leaseLeft(world), epoch: born };
}

/** Returns how a hold ended that does not count. */
export function lostHow(world: World, hold: Hold, how: HoldEnd): HoldEnd {
  return lifeOf(world, hold) === ROBBED ? THEFT : how;
}

/** Ends the holds of an owner, of which its default hold has ended already or ends now. */
export function rob(world: World, owner: string): void {
  world.pages.set(owner, { born: ROBBED, defaultEnd: world.pages.get(owner)?.defaultEnd ?? THEFT });
}

export function isRobbed({ born }: { readonly born: string }): boolean {
  return born === ROBBED;
}

/** Gives the free lock to an owner that was made for one hold. */
export function takeFor(world: World, owner: string, leaseMs: number): void {
  world.counts.set(owner, 1);
  world.until = world.now + leaseMs;
  world.pages.set(owner, { born: "", defaultEnd: undefined });
}

/** Acquires the free lock. */
export function take(world: World, hold: Hold): Reply {
  const epoch = hold.ownerIsNew ? "" : hold.holdId;
  world.counts.set(hold.owner, 1);
  world.until = world.now + hold.leaseMs;
  world.pages.set(hold.owner, { born: epoch, defaultEnd: world.pages.get(hold.owner)?.defaultEnd });
  if (!hold.ownerIsNew) world.records.set(hold.holdId, { born: epoch });
  return { kind: "held", holdCount: 1, remainingMs: hold.leaseMs, epoch };
}

/**
 * Returns the owner's count when this hold is one of those counted. `told`: the epoch that applies where Redis has
 * none.
 */
export function counted(world: World, hold: Hold, told: string | undefined): number | undefined {
  const born = hold.ownerIsNew ? "" : (bornOf(world, hold) ?? told);
  if (isEndless(world) && !isKnown(world, hold)) return undefined;
  return born !== undefined && isThisLife(world, hold, born) ? world.counts.get(hold.owner) : undefined;
}

/** Sets the lease to this hold's, or keeps a longer remaining one. */
export function keepLease(world: World, hold: Hold): void {
  const mine = world.now + hold.leaseMs;
  world.until = world.until === Number.POSITIVE_INFINITY ? mine : Math.max(world.until, mine);
}

function enterAgain(world: World, hold: Hold, count: number): Reply {
  const epoch = lifeOf(world, hold);
  world.pages.set(hold.owner, { born: epoch, defaultEnd: world.pages.get(hold.owner)?.defaultEnd });
  world.records.set(hold.holdId, { born: epoch });
  world.counts.set(hold.owner, count + 1);
  keepLease(world, hold);
  return { kind: "held", holdCount: count + 1, remainingMs: leaseLeft(world), epoch };
}

function bornOf(world: World, hold: Hold): string | undefined {
  const record = world.records.get(hold.holdId);
  return record !== undefined && "born" in record ? record.born : undefined;
}

function lifeOf(world: World, hold: Hold): string {
  return world.pages.get(hold.owner)?.born ?? "";
}

function isThisLife(world: World, hold: Hold, born: string): boolean {
  const life = lifeOf(world, hold);
  return life === "" || life === born;
}
