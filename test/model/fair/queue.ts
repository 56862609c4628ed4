// The rules of the queue: who may stay, who is next, and what becomes of the others when one goes.
import { isFree, leaseLeft, loseTries, type World } from "./world.ts";

export const SILENT_MS = 15_000;
export const LEAST_AHEAD_MS = 30_000;

/** A waiter of ours that tried lately. */
export function lives(world: World, waiter: string): boolean {
  const tried = world.tries.get(waiter);
  return tried !== undefined && world.now - tried <= SILENT_MS;
}

/**
 * A waiter of ours is here, and tries: also with its last try, and however long it was silent. Returns whether it was
 * known as ours.
 */
export function heartbeat(world: World, waiter: string): boolean {
  const place = world.queue.indexOf(waiter);
  if (place < 0) return false;
  const isKnown = world.tries.has(waiter);
  // Its last try was taken away, or it was away for longer than any score.
  if (!isKnown) keepTries(world, fullScore(world, place));
  world.tries.set(waiter, world.now);
  return isKnown;
}

/** A waiter of ours leaves; nothing is known of its tries any more. */
export function giveUp(world: World, waiter: string): void {
  if (!world.queue.includes(waiter)) return;
  leaveQueue(world, waiter, world.patienceMs);
  forgetTries(world, waiter);
  leaveNoTries(world);
}

/** Ours that are gone leave, wherever they stand. Returns whether there were any, in the queue or not. */
export function dropSilent(world: World): boolean {
  const silent = [...world.tries.keys()].filter((waiter) => !lives(world, waiter));
  for (const waiter of silent) {
    leaveQueue(world, waiter, world.patienceMs);
    forgetTries(world, waiter);
  }
  if (silent.length > 0) leaveNoTries(world);
  return silent.length > 0;
}

/**
 * Whoever of ours is the last to go leaves nothing behind, not even of those that were put out of the queue by others.
 */
export function leaveNoTries(world: World): void {
  if (world.queue.length === 0) loseTries(world);
}

/**
 * Who is first when the dead that are first are gone: of Redisson's each alone, and of ours all that are silent,
 * wherever they stand.
 */
export function sweepHead(world: World): string | undefined {
  for (;;) {
    const [head] = world.queue;
    if (head === undefined) return undefined;
    const isOurs = world.tries.has(head);
    if (isOurs) endFuture(world, head);
    if (mayStayUntil(world, head) > world.now) return head;
    if (isOurs) dropSilent(world);
    else shift(world);
  }
}

/** The lock is its: it leaves the queue, and everybody comes nearer by `ms`. */
export function takeTurn(world: World, waiter: string, ms: number): void {
  if (world.queue[0] === waiter) {
    shift(world);
    if (world.scores.size === 0) leaveNoTries(world);
  }
  for (const other of world.scores.keys()) nearer(world, other, ms);
}

/**
 * A waiter of ours that was refused keeps its place, or gets the last one. Returns the place, 0 for the first. Where it
 * was not known as ours, no more are those behind it.
 */
export function keepPlace(world: World, waiter: string, wasKnown: boolean): number {
  const { now, patienceMs, queue, scores, tries } = world;
  const isNew = !queue.includes(waiter);
  const known = isNew ? behindLast(world) : scores.get(waiter);
  if (isNew) {
    queue.push(waiter);
    tries.set(waiter, now);
  }
  const place = queue.indexOf(waiter);
  const isFar = known !== undefined && known >= now + place * patienceMs + LEAST_AHEAD_MS;
  const score = isFar ? known : fullScore(world, place);
  if (known !== undefined && !isNew && wasKnown)
    for (const behind of theirsBehind(world, place)) nearer(world, behind, known - score);
  if (isNew || score !== known) keepTries(world, score);
  scores.set(waiter, score);
  return place;
}

/** When a try of somebody may succeed though nobody tells of it, in ms from now; -1: not known. */
export function againMs(world: World): number {
  const [head = ""] = world.queue;
  return isFree(world) ? mayStayUntil(world, head) + 1 - world.now : leaseLeft(world);
}

/** Ours while they try, whatever their score says; Redisson's by their score, and not without one. */
function mayStayUntil({ tries, scores }: World, waiter: string): number {
  const tried = tries.get(waiter);
  return tried === undefined ? (scores.get(waiter) ?? Number.NEGATIVE_INFINITY) : tried + SILENT_MS;
}

/** Nobody has tried in the future: the clock was set back. Noticed when the first is one of those. */
function endFuture({ tries, now }: World, head: string): void {
  if ((tries.get(head) ?? now) <= now) return;
  for (const [waiter, tried] of tries) tries.set(waiter, Math.min(tried, now));
}

function fullScore({ now, patienceMs }: World, place: number): number {
  return now + (place + 1) * patienceMs;
}

/** The score of one who comes to the end of the queue. */
function behindLast(world: World): number {
  const tail = world.queue.at(-1);
  const before = tail === undefined ? undefined : world.scores.get(tail);
  return (before ?? world.now + Math.max(0, leaseLeft(world))) + world.patienceMs;
}

/** Redisson's waiters between this place and the next of ours. */
function theirsBehind({ queue, tries }: World, place: number): ReadonlySet<string> {
  const behind = queue.slice(place + 1);
  const next = behind.findIndex((waiter) => tries.has(waiter));
  return new Set(next < 0 ? behind : behind.slice(0, next));
}

/** The last tries outlive every score, by a patience and more. */
function keepTries(world: World, score: number): void {
  world.triesUntil = Math.max(world.triesUntil, score + world.patienceMs + SILENT_MS);
}

/** With the last of them goes how long they are kept. */
function forgetTries(world: World, waiter: string): void {
  world.tries.delete(waiter);
  if (world.tries.size === 0) loseTries(world);
}

/** Wherever it stands: each behind it comes nearer by `ms`. */
function leaveQueue(world: World, waiter: string, ms: number): void {
  const place = world.queue.indexOf(waiter);
  if (place < 0) return;
  for (const behind of new Set(world.queue.slice(place + 1))) nearer(world, behind, ms);
  world.queue = world.queue.filter((other) => other !== waiter);
  world.scores.delete(waiter);
}

function nearer(world: World, waiter: string, ms: number): void {
  const score = world.scores.get(waiter);
  if (score !== undefined) world.scores.set(waiter, score - ms);
}

/** A waiter of Redisson's that has lost its score may stand there twice. */
function shift(world: World): void {
  const head = world.queue.shift();
  if (head !== undefined) world.scores.delete(head);
}
