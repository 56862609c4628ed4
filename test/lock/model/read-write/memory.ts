// The memory of owners and holds: which holds count, and how the others ended.
import type { HoldEnd } from "../../../../src/base/errors.ts";
import { BEYOND, type Hold, ownerToField, type World } from "./world.ts";

export type Reply =
  | { readonly kind: "held"; readonly holdCount: number; readonly remaining: number; readonly epoch: string }
  | { readonly kind: "busy"; readonly remaining: number }
  | { readonly kind: "renewed"; readonly holdCount: number }
  | { readonly kind: "counted"; readonly holdCount: number; readonly remaining: number }
  | { readonly kind: "ended"; readonly end: HoldEnd };

/** How the robbed holds of these walks end. */
export const THEFT = "stolen:thief//";
// No hold has this epoch.
const ROBBED = `!${THEFT}`;

export function endOf(world: World, hold: Hold): HoldEnd | undefined {
  const end = hold.isDefault ? world.pages.get(ownerToField(hold))?.end : world.records.get(hold.holdId)?.end;
  return end === undefined || end === "" || end === "+" ? undefined : end;
}

/** Records the end of a hold that does not count. */
export function rememberLost(world: World, hold: Hold): Reply {
  return remember(world, hold, isRobbed(world, hold) ? THEFT : "lost");
}

/** Returns whether a theft ended the last life of its owner's field. */
export function isRobbed(world: World, hold: Hold): boolean {
  return epochOf(world, hold) === ROBBED;
}

/** Ends the life of a field, and the default hold that began it. */
export function rob(world: World, field: string): void {
  const page = world.pages.get(field);
  const end = page === undefined || page.end === "" || page.end === "+" ? THEFT : page.end;
  world.pages.set(field, { epoch: ROBBED, end, until: Math.max(page?.until ?? 0, world.until + BEYOND) });
}

/** Records the end of a hold that neither counts nor is lost. Without any record, it may never have been granted. */
export function rememberNone(world: World, hold: Hold, end: HoldEnd): Reply {
  const isKnown = world.pages.has(ownerToField(hold)) || (!hold.isDefault && bornOf(world, hold) !== undefined);
  return remember(world, hold, isRobbed(world, hold) ? THEFT : end, isKnown ? hold.lease : 0);
}

/** The first record of a hold wins: its end, with its owner's current life. */
export function remember(world: World, hold: Hold, end: HoldEnd, lease: number = hold.lease): Reply {
  const until = world.now + lease + BEYOND;
  if (hold.isDefault) writePage(world, hold, epochOf(world, hold), end, until);
  else world.records.set(hold.holdId, { born: undefined, end, until });
  return { kind: "ended", end };
}

/** The life of its owner's field in which this hold was granted, if remembered. */
export function bornOf(world: World, hold: Hold): string | undefined {
  return hold.isDefault ? "" : world.records.get(hold.holdId)?.born;
}

export function wasGranted(world: World, hold: Hold): boolean {
  return hold.isDefault ? world.pages.has(ownerToField(hold)) : bornOf(world, hold) !== undefined;
}

export function epochOf(world: World, hold: Hold): string {
  return world.pages.get(ownerToField(hold))?.epoch ?? "";
}

export function isThisLife(world: World, hold: Hold, born: string): boolean {
  const epoch = epochOf(world, hold);
  return epoch === "" || epoch === born;
}

/**
 * Returns the owner's count when this hold is one of those counted, else 0. `told`: the epoch that applies where Redis
 * has none.
 */
export function counted(world: World, hold: Hold, told?: string): number {
  const born = bornOf(world, hold) ?? told;
  return born !== undefined && isThisLife(world, hold, born) ? (world.counts.get(ownerToField(hold)) ?? 0) : 0;
}

/** `ends`: the end of the lease in the client's reply. */
export function rememberGrant(world: World, hold: Hold, epoch: string, ends: number): void {
  const defaultEnd = hold.isDefault ? "+" : (world.pages.get(ownerToField(hold))?.end ?? "");
  writePage(world, hold, epoch, defaultEnd, world.now + hold.lease + BEYOND);
  if (!hold.isDefault) world.records.set(hold.holdId, { born: epoch, end: "", until: ends + BEYOND });
}

/** Remembers a hold of a passed owner that others kept for longer than the life of its field was remembered. */
export function rememberAgain(world: World, hold: Hold): void {
  const born = world.records.get(hold.holdId)?.born;
  if (hold.isDefault || born === undefined || world.pages.has(ownerToField(hold))) return;
  world.pages.set(ownerToField(hold), { epoch: born, end: "", until: 0 });
}

/**
 * Remembers the grant and the life of the field until the lease ends that the client of a passed owner was given.
 * `keepsPage`: also for a default hold, whose page has its label.
 */
export function keepMemory(world: World, hold: Hold, ends: number, keepsPage = false): void {
  const page = world.pages.get(ownerToField(hold));
  const record = world.records.get(hold.holdId);
  if (hold.isDefault && !keepsPage) return;
  if (page !== undefined) page.until = Math.max(page.until, ends + BEYOND);
  if (record !== undefined) record.until = Math.max(record.until, ends + BEYOND);
}

function writePage(world: World, hold: Hold, epoch: string, end: HoldEnd | "+" | "", until: number): void {
  const before = world.pages.get(ownerToField(hold))?.until ?? 0;
  world.pages.set(ownerToField(hold), { epoch, end, until: Math.max(before, until) });
}
