// The state of one fair lock in Redis, and the current time. Times are ms on the Redis clock.
import type { HoldEnd } from "../../../../src/base/errors.ts";
import { isNamed } from "../../../support/owners.ts";

/** One hold of one owner of ours, as every request names it. */
export interface Hold {
  readonly owner: string;
  readonly holdId: string;
  /** The owner was made for this hold; otherwise it was passed, and other holds may share it. */
  readonly ownerIsNew: boolean;
  readonly leaseMs: number;
  /** For a lock that is not reentrant. */
  readonly once: boolean;
}

/** What a waiter leaves beside its place: a release may grant it the lock, or call it by its mailbox. */
export interface Request {
  /** That of its isolate. */
  readonly mailbox: number;
  /** Marked by "~": it is only called. */
  readonly isMarked: boolean;
  readonly leaseMs: number;
  /** When its client left it, as far as that knows the time. */
  readonly seen: number;
  /** The end of its key. */
  readonly until: number;
}

export interface World {
  readonly patienceMs: number;
  /** A queue with more waiters is long: few scores are kept exact. So is the way to a place behind more of them. */
  readonly mostMoved: number;
  now: number;
  /** Hold count by owner; empty when the lock is free. */
  counts: Map<string, number>;
  /** The end of the lock's lease; Infinity: never. */
  until: number;
  /** The waiters, in order. */
  queue: string[];
  scores: Map<string, number>;
  /**
   * The time of each waiter's last attempt. A waiter without one is Redisson's. A waiter that acquired the lock stays
   * here until silent.
   */
  tries: Map<string, number>;
  /** The common expiry of the last attempts. */
  triesUntil: number;
  /** By owner. `born`: the life of the lock, named by the hold that began it; "": its owner's default hold did. */
  pages: Map<string, { readonly born: string; readonly defaultEnd: HoldEnd | undefined }>;
  /** By hold id, of passed owners: in which life it was granted, or how it ended. */
  records: Map<string, { readonly born: string } | { readonly end: HoldEnd }>;
  /** Replies to forced releases, by request. */
  forced: Map<string, boolean>;
  /** By owner. */
  requests: Map<string, Request>;
  /** The mailboxes that somebody hears. */
  open: Set<number>;
  told: Message[];
}

/** `sure`: it must be sent. Otherwise it may be: a needless wake only causes another attempt. */
export interface Message {
  readonly to: string;
  readonly sure: boolean;
  /** Absent: on the channel of the waiter. */
  readonly mail?: Mail;
}

/** A message on a mailbox. `ms`: how long the grant counts, or after which time to attempt. */
export interface Mail {
  readonly kind: "granted" | "next" | "try";
  readonly mailbox: number;
  readonly ms: number;
}

/** No limit of the scripts is a multiple of it, or closer to one than half of it. */
export const TICK_MS = 4_000;

export const MOST_MOVED = 100;

export function newWorld(patienceMs: number, mostMoved = MOST_MOVED): World {
  return {
    ...{ patienceMs, mostMoved, now: 0, counts: new Map(), until: 0, queue: [], scores: new Map() },
    ...{
      tries: new Map(),
      triesUntil: Number.NEGATIVE_INFINITY,
      pages: new Map(),
      records: new Map(),
      forced: new Map(),
      requests: new Map(),
      open: new Set(),
      told: [],
    },
  };
}

/** Returns whether a waiter is ours, by its name, which Redis cannot use. */
export function isOurs(waiter: string): boolean {
  return !isNamed(waiter, "j");
}

export function isFree(world: World): boolean {
  return world.counts.size === 0;
}

/** Like PTTL: -2 free, -1 no end. */
export function leaseLeft(world: World): number {
  if (isFree(world)) return -2;
  return world.until === Number.POSITIVE_INFINITY ? -1 : world.until - world.now;
}

export function free(world: World): void {
  world.counts.clear();
  world.until = 0;
}

/** Returns the remaining life of the last attempts; -2: none. */
export function triesLeft({ tries, triesUntil, now }: World): number {
  return tries.size === 0 ? -2 : triesUntil - now;
}

export function loseTries(world: World): void {
  world.tries.clear();
  world.triesUntil = Number.NEGATIVE_INFINITY;
}

/** `keptTrying`: live waiters of ours stay alive, and keep the last attempts for a patience at least. */
export function passTime(world: World, ms: number, keptTrying: boolean): void {
  world.now += ms;
  if (keptTrying) {
    for (const [waiter, tried] of world.tries) world.tries.set(waiter, tried + ms);
    if (world.tries.size > 0) world.triesUntil = Math.max(world.triesUntil, world.now + world.patienceMs);
  }
  if (world.triesUntil <= world.now) loseTries(world);
  if (world.until <= world.now) free(world);
  for (const [waiter, { until }] of world.requests) if (until <= world.now) world.requests.delete(waiter);
}

/** Sets the Redis clock back: everything with an end lasts longer. */
export function setBack(world: World, ms: number): void {
  world.now -= ms;
}
