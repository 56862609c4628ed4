// What Redis holds for one fair lock, and the instant it is. Times are ms on Redis' own clock.
import type { HoldEnd } from "../../../src/errors.ts";

/** One hold of one owner of ours, as every request names it. */
export interface Hold {
  readonly owner: string;
  readonly holdId: string;
  /** The owner was made for this hold; else it was passed, and other holds may have it too. */
  readonly ownerIsNew: boolean;
  readonly leaseMs: number;
  /** Of a lock that is not reentrant. */
  readonly once: boolean;
}

export interface World {
  readonly patienceMs: number;
  now: number;
  /** Hold count by owner; none: the lock is free. */
  counts: Map<string, number>;
  /** When the lock's lease ends; Infinity: never. */
  until: number;
  /** Who waits, the next one first. */
  queue: string[];
  scores: Map<string, number>;
  /**
   * When each waiter of ours last tried: who has no last try is one of Redisson's. Whoever took the lock stays here
   * until silent.
   */
  tries: Map<string, number>;
  /** Until when the last tries are kept, all together. */
  triesUntil: number;
  /** By owner. `born`: the life of the lock, named by the hold that began it; "": its owner's default hold did. */
  pages: Map<string, { readonly born: string; readonly defaultEnd: HoldEnd | undefined }>;
  /** By hold id, of passed owners: in which life it was granted, or how it ended. */
  records: Map<string, { readonly born: string } | { readonly end: HoldEnd }>;
  /** What forced releases answered, by request. */
  forced: Map<string, boolean>;
  told: Message[];
}

/** `sure`: it must be sent; else it may be: whoever is told in vain only tries once more. */
export interface Message {
  readonly to: string;
  readonly sure: boolean;
}

export function newWorld(patienceMs: number): World {
  return {
    ...{ patienceMs, now: 0, counts: new Map(), until: 0, queue: [], scores: new Map() },
    ...{
      tries: new Map(),
      triesUntil: Number.NEGATIVE_INFINITY,
      pages: new Map(),
      records: new Map(),
      forced: new Map(),
      told: [],
    },
  };
}

/** Owners of ours are told by their names, as Redis cannot. */
export function isOurs(waiter: string): boolean {
  return waiter.startsWith("o");
}

export function isFree(world: World): boolean {
  return world.counts.size === 0;
}

/** As PTTL says it: -2 free, -1 no end. */
export function leaseLeft(world: World): number {
  if (isFree(world)) return -2;
  return world.until === Number.POSITIVE_INFINITY ? -1 : world.until - world.now;
}

export function free(world: World): void {
  world.counts.clear();
  world.until = 0;
}

/** How long the last tries are still kept; -2: there are none. */
export function triesLeft({ tries, triesUntil, now }: World): number {
  return tries.size === 0 ? -2 : triesUntil - now;
}

export function loseTries(world: World): void {
  world.tries.clear();
  world.triesUntil = Number.NEGATIVE_INFINITY;
}

/** `keptTrying`: waiters of ours that lived still do, and have kept the last tries for a patience at the least. */
export function passTime(world: World, ms: number, keptTrying: boolean): void {
  world.now += ms;
  if (keptTrying) {
    for (const [waiter, tried] of world.tries) world.tries.set(waiter, tried + ms);
    if (world.tries.size > 0) world.triesUntil = Math.max(world.triesUntil, world.now + world.patienceMs);
  }
  if (world.triesUntil <= world.now) loseTries(world);
  if (world.until <= world.now) free(world);
}

/** Redis' clock is set back: whatever ends at an instant ends later. */
export function setBack(world: World, ms: number): void {
  world.now -= ms;
}
