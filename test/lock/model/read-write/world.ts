// The state of one read/write lock in Redis, and the current tick. Independent of the scripts: ours.ts has their
// effects.
import type { HoldEnd } from "../../../../src/base/errors.ts";
import type { Access } from "../../../../src/lock/lua/read-write.ts";

/** The time for which an end is remembered beyond the lease, in ticks. */
export const BEYOND = 3;

/** One hold, as its client knows it. Leases are in ticks. */
export interface Hold {
  readonly access: Access;
  readonly owner: string;
  readonly holdId: string;
  /** The owner was made for this hold; otherwise it was passed, and other holds may share it. */
  readonly isDefault: boolean;
  readonly lease: number;
}

export interface Page {
  readonly epoch: string;
  /** The end of the owner's default hold; "+" since its grant; "" when there was none. */
  readonly end: HoldEnd | "+" | "";
  until: number;
}

export interface HoldRecord {
  /** The life of the owner's field in which it was granted; undefined once it has ended. */
  readonly born: string | undefined;
  readonly end: HoldEnd | "";
  until: number;
}

export interface World {
  now: number;
  mode: Access | undefined;
  /** By field of the hash. */
  counts: Map<string, number>;
  /** The tick at which the hash expires. */
  until: number;
  /** By reader: the end of each of its timeout keys, in order; 0 or past: there is none. */
  slots: Map<string, number[]>;
  /** By read hold: the end of its own lease. */
  leases: Map<string, number>;
  /** By field. */
  pages: Map<string, Page>;
  /** By hold id. */
  records: Map<string, HoldRecord>;
  latches: Map<string, { readonly freed: boolean; readonly until: number }>;
  messages: string[];
}

export function newWorld(): World {
  return {
    ...{ now: 0, mode: undefined, counts: new Map(), until: 0, slots: new Map(), leases: new Map() },
    ...{ pages: new Map(), records: new Map(), latches: new Map(), messages: [] },
  };
}

export function writerField(owner: string): string {
  return `${owner}:write`;
}

export function ownerToField({ access, owner }: Hold): string {
  return access === "write" ? writerField(owner) : owner;
}

/** Like PTTL, in ticks: -2 free. */
export function lockLeft({ mode, until, now }: World): number {
  return mode === undefined ? -2 : until - now;
}

export function free(world: World): void {
  world.mode = undefined;
  world.counts.clear();
  world.until = 0;
}

/** The end of the longest counted read hold. */
export function longestRead({ counts, slots }: World): number {
  const ends = [...counts].flatMap(([field, count]) => (slots.get(field) ?? []).slice(0, count));
  return Math.max(0, ...ends);
}

export function setSlot(world: World, reader: string, place: number, until: number): void {
  const slots = world.slots.get(reader) ?? [];
  while (slots.length < place) slots.push(0);
  slots[place] = until;
  world.slots.set(reader, slots);
}

/**
 * Returns which of the reader's timeout keys is this hold's. The default hold has the first. Another hold has the key
 * that covers its lease with the least surplus, and the last of equals. Without such a key, or without a record of its
 * lease, it has the shortest.
 */
export function placeOf(world: World, { owner, holdId, isDefault }: Hold, count: number): number {
  if (isDefault) return 0;
  const page = world.pages.get(owner);
  const first = page?.end === "+" && page.epoch === "" && count > 1 ? 1 : 0;
  const slots = Array.from({ length: count }, (_, n) => alive(world, world.slots.get(owner)?.[n] ?? 0));
  const lease = alive(world, world.leases.get(holdId) ?? 0);
  const candidates = slots.slice(first);
  const covering = candidates.filter((until) => until >= lease);
  return slots.lastIndexOf(Math.min(...(covering.length > 0 ? covering : candidates)));
}

function alive({ now }: World, until: number): number {
  return until > now ? until : 0;
}

export function passTime(world: World, ticks: number): void {
  world.now += ticks;
  if (world.until <= world.now) free(world);
  for (const kept of [world.pages, world.records, world.latches]) {
    for (const [id, { until }] of kept) if (until <= world.now) kept.delete(id);
  }
}
