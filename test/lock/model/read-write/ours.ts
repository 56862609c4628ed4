// The effect and reply of our requests, each atomic.
import type { Access } from "../../../../src/lock/lua/read-write.ts";
import {
  bornOf,
  counted,
  endOf,
  epochOf,
  isRobbed,
  isThisLife,
  keepMemory,
  type Reply,
  remember,
  rememberAgain,
  rememberGrant,
  rememberLost,
  rememberNone,
  rob,
  wasGranted,
} from "./memory.ts";
import {
  BEYOND,
  free,
  type Hold,
  lockLeft,
  longestRead,
  ownerToField,
  placeOf,
  setSlot,
  type World,
  writerField,
} from "./world.ts";

export function acquire(world: World, hold: Hold, last: boolean): Reply {
  const answer = settled(world, hold);
  if (answer !== undefined) return answer;
  if (mayEnter(world, hold)) return grant(world, hold, 1, hold.isDefault ? "" : hold.holdId);
  // A default owner that also reads has acquired the lock before: this is a late copy.
  const mustWait = hold.access === "read" || hold.isDefault || isOver(world, hold.owner);
  if (!mustWait) return remember(world, hold, "upgrade");
  if (last) remember(world, hold, "refused");
  return { kind: "busy", remaining: lockLeft(world) };
}

/** Acquires the lock for writing: ends all holds of others, and the thief's own read holds. */
export function steal(world: World, hold: Hold): Reply {
  const answer = settled(world, hold);
  if (answer !== undefined) return answer;
  for (const field of world.counts.keys()) rob(world, field);
  free(world);
  return grant(world, hold, 1, hold.isDefault ? "" : hold.holdId);
}

/** Returns the reply that does not depend on other owners, if there is one. */
function settled(world: World, hold: Hold): Reply | undefined {
  const end = endOf(world, hold);
  if (end !== undefined) return { kind: "ended", end };
  const field = ownerToField(hold);
  if (isForgotten(world, hold)) world.counts.delete(field);
  const count = world.counts.get(field) ?? 0;
  const born = bornOf(world, hold);
  if (count > 0 && born !== undefined) {
    if (!isThisLife(world, hold, born)) return rememberLost(world, hold);
    const remaining = leaseLeft(world, hold, count);
    keepMemory(world, hold, world.now + remaining);
    return { kind: "held", holdCount: count, remaining, epoch: born };
  }
  // After a theft, Redisson made the owner a holder again.
  const epoch = isRobbed(world, hold) ? hold.holdId : epochOf(world, hold);
  if (count > 0) return grant(world, hold, count + 1, epoch);
  return wasGranted(world, hold) ? rememberLost(world, hold) : undefined;
}

/**
 * Ends holds in any order. `told`: the epoch of the grant, for the first release of a hold; undefined: a cancel, or a
 * repeated release.
 */
export function end(world: World, hold: Hold, told: string | undefined): Reply {
  const before = endOf(world, hold);
  if (before !== undefined) return { kind: "ended", end: before };
  const count = counted(world, hold, told);
  if (count === 0) return rememberNone(world, hold, world.mode === undefined ? "free" : "taken");
  if (hold.access === "write") return endWrite(world, hold, count);
  return endRead(world, hold, count);
}

export function renew(world: World, hold: Hold, lease: number): Reply {
  const end = endOf(world, hold);
  if (end !== undefined) return { kind: "ended", end };
  const count = counted(world, hold);
  if (count === 0) return rememberLost(world, hold);
  const ends = world.now + lease;
  world.until = Math.max(world.until, ends);
  if (hold.access === "read") {
    const place = placeOf(world, hold, count);
    setSlot(world, hold.owner, place, Math.max(world.slots.get(hold.owner)?.[place] ?? 0, ends));
    world.leases.set(hold.holdId, Math.max(world.leases.get(hold.holdId) ?? 0, ends));
  }
  rememberAgain(world, hold);
  keepMemory(world, hold, ends, true);
  return { kind: "renewed", holdCount: count };
}

export function check(world: World, hold: Hold): Reply {
  const end = endOf(world, hold);
  if (end !== undefined) return { kind: "ended", end };
  const count = counted(world, hold);
  if (count === 0) return rememberLost(world, hold);
  const remaining = leaseLeft(world, hold, count);
  keepMemory(world, hold, world.now + remaining);
  return { kind: "counted", holdCount: count, remaining };
}

export function forceRelease(world: World, request: string, access: Access): boolean {
  const before = world.latches.get(request);
  if (before !== undefined) return before.freed;
  const freed = world.mode === access;
  if (freed) {
    free(world);
    tell(world, access);
  }
  world.latches.set(request, { freed, until: world.now + BEYOND });
  return freed;
}

/** Returns the owner's count, and the remaining lease if this access is held. */
export function status(world: World, access: Access, owner: string): string {
  const field = access === "write" ? writerField(owner) : owner;
  const isReader = [...world.counts.keys()].some((each) => !each.endsWith(":write"));
  const isTaken = access === "write" ? world.mode === "write" : isReader;
  return `${world.counts.get(field) ?? 0}, ${isTaken ? lockLeft(world) : -2}`;
}

export function tell(world: World, access: Access): void {
  world.messages.push(access === "write" ? "1" : "0");
}

function mayEnter(world: World, { access, owner }: Hold): boolean {
  if (world.mode === undefined) return true;
  return access === "read" && (world.mode === "read" || world.counts.has(writerField(owner)));
}

function grant(world: World, hold: Hold, count: number, epoch: string): Reply {
  const { access, owner, lease } = hold;
  world.mode ??= access;
  world.counts.set(ownerToField(hold), count);
  const ends = world.now + lease;
  world.until = Math.max(world.until, ends);
  if (access === "read") {
    setSlot(world, owner, count - 1, ends);
    world.leases.set(hold.holdId, ends);
  }
  rememberGrant(world, hold, epoch, ends);
  return { kind: "held", holdCount: count, remaining: lease, epoch };
}

/**
 * Returns whether a reader's holds outlived their leases beside other readers, and have no records: the next one starts
 * again.
 */
function isForgotten(world: World, hold: Hold): boolean {
  if (hold.access === "write" || hold.isDefault) return false;
  if (world.pages.has(hold.owner) || bornOf(world, hold) !== undefined) return false;
  return isOver(world, hold.owner);
}

/** It reads no more: it has no read holds, or their leases have ended. */
function isOver({ counts, slots, now }: World, reader: string): boolean {
  return (slots.get(reader) ?? []).slice(0, counts.get(reader) ?? 0).every((until) => until <= now);
}

/**
 * Returns the maximal validity of a client's hold. A reader has its own lease. A writer has the lock's, as long as its
 * life is remembered.
 */
function leaseLeft(world: World, hold: Hold, count: number): number {
  const remembered = (world.pages.get(ownerToField(hold))?.until ?? 0) - BEYOND;
  const place = placeOf(world, hold, count);
  const slot = world.slots.get(hold.owner)?.[place] ?? 0;
  const lease = hold.isDefault ? slot : (world.leases.get(hold.holdId) ?? 0);
  const own = hold.access === "read" ? Math.min(slot, lease) : remembered;
  if (hold.access === "write" && hold.isDefault) return lockLeft(world);
  return Math.max(0, Math.min(own - world.now, lockLeft(world)));
}

function endWrite(world: World, hold: Hold, count: number): Reply {
  const field = ownerToField(hold);
  if (count > 1) {
    world.counts.set(field, count - 1);
    world.until = Math.max(world.until, world.now + hold.lease);
    keepMemory(world, hold, world.now + hold.lease);
    return remember(world, hold, `still:${count - 1}`);
  }
  world.counts.delete(field);
  const longest = longestRead(world);
  if (longest > world.now) {
    world.mode = "read";
    world.until = longest;
  } else free(world);
  tell(world, "write");
  return remember(world, hold, "released");
}

function endRead(world: World, hold: Hold, count: number): Reply {
  const slots = world.slots.get(hold.owner) ?? [];
  const place = placeOf(world, hold, count);
  const gone = slots[place] ?? 0;
  slots[place] = slots[count - 1] ?? 0;
  slots[count - 1] = 0;
  world.leases.delete(hold.holdId);
  if (count > 1) world.counts.set(hold.owner, count - 1);
  else world.counts.delete(hold.owner);
  // Writers have no lease of their own: theirs is the lock's.
  const longest = longestRead(world);
  // Less than the lock's lease, which comes from another hold, or from a renewal of Redisson's.
  const isShorter = gone < world.until && world.counts.size > 0;
  if (world.mode === "read" && longest > world.now && !isShorter) world.until = longest;
  if (world.mode === "read" && longest <= world.now && !isShorter) {
    free(world);
    tell(world, "read");
  }
  return remember(world, hold, count > 1 ? `still:${count - 1}` : "released");
}
