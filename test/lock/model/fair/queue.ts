// The rules of the queue: which waiters stay, which is next, and how the others change when one leaves.
import { isFree, leaseLeft, loseTries, type World } from "./world.ts";

export const SILENT_MS = 15_000;
export const LEAST_AHEAD_MS = 30_000;
const A_DAY_MS = 86_400_000;

/** Returns whether a waiter of ours tried recently. */
export function lives(world: World, waiter: string): boolean {
  const tried = world.tries.get(waiter);
  return tried !== undefined && world.now - tried <= SILENT_MS;
}

/**
 * Records an attempt of a waiter of ours, even a last one, or one after a long silence. Returns whether it was known as
 * ours.
 */
export function heartbeat(world: World, waiter: string): boolean {
  const place = world.queue.indexOf(waiter);
  if (place < 0) return false;
  const isKnown = world.tries.has(waiter);
  // Its last attempt was deleted, or it was away for longer than any score.
  if (!isKnown) keepTries(world, fullScore(world, place));
  world.tries.set(waiter, world.now);
  return isKnown;
}

/** Removes a waiter of ours and the record of its attempts. */
export function giveUp(world: World, waiter: string): void {
  if (!world.queue.includes(waiter)) return;
  leaveQueue(world, [waiter]);
  forgetTries(world, waiter);
  leaveNoTries(world);
}

/** Removes dead waiters of ours at any place. Returns whether there were any, in the queue or not. */
export function dropSilent(world: World): boolean {
  const silent = [...world.tries.keys()].filter((waiter) => !lives(world, waiter));
  if (silent.length > 0) leaveQueue(world, silent);
  for (const waiter of silent) forgetTries(world, waiter);
  if (silent.length > 0) leaveNoTries(world);
  return silent.length > 0;
}

/** The last waiter of ours leaves no records, not even of those that others removed from the queue. */
export function leaveNoTries(world: World): void {
  if (world.queue.length === 0) loseTries(world);
}

/**
 * Returns the first waiter after removing dead first ones: single ones of Redisson's, and all silent ones of ours at
 * any place.
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

/** Grants the lock to this waiter. If it is the first of the queue, it leaves, and the others come nearer. */
export function takeTurn(world: World, waiter: string): void {
  if (world.queue[0] !== waiter) return;
  const { scores, mostMoved, patienceMs } = world;
  const isLong = scores.size > mostMoved;
  const lowest = [...scores].sort(([one, score], [other, later]) => score - later || (one < other ? -1 : 1));
  shift(world);
  scores.delete(waiter);
  if (scores.size === 0) leaveNoTries(world);
  const near = lowest.slice(0, mostMoved + 1).map(([each]) => each);
  const moved = isLong ? new Set([...near, ...theirs(world), ...world.queue.slice(-1)]) : new Set(scores.keys());
  for (const each of moved) nearer(world, each, patienceMs);
}

/**
 * Keeps the place of a refused waiter of ours, or adds it at the end. Returns the place, 0 for the first. If it was
 * unknown as ours, neither are those behind it.
 */
export function keepPlace(world: World, waiter: string, wasKnown: boolean): number {
  const { now, patienceMs, queue, scores, tries } = world;
  const isNew = !queue.includes(waiter);
  const found = isNew ? behindLast(world) : scores.get(waiter);
  // Redisson lowers also a score that does not exist, from 0.
  const known = !isNew && found !== undefined && found < now - A_DAY_MS ? undefined : found;
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

/** Returns the time after which some attempt may succeed without a message, in ms; -1: unknown. */
export function againMs(world: World): number {
  const [head = ""] = world.queue;
  return isFree(world) ? mayStayUntil(world, head) + 1 - world.now : leaseLeft(world);
}

/** Ours stay while they try, whatever their scores; Redisson's until their scores pass, and not without one. */
function mayStayUntil({ tries, scores }: World, waiter: string): number {
  const tried = tries.get(waiter);
  return tried === undefined ? (scores.get(waiter) ?? Number.NEGATIVE_INFINITY) : tried + SILENT_MS;
}

/** Corrects attempts in the future, which mean that the clock was set back. Applies when the first waiter has one. */
function endFuture({ tries, now }: World, head: string): void {
  if ((tries.get(head) ?? now) <= now) return;
  for (const [waiter, tried] of tries) tries.set(waiter, Math.min(tried, now));
}

function fullScore({ now, patienceMs }: World, place: number): number {
  return now + (place + 1) * patienceMs;
}

/** Returns the score of a new waiter at the end of the queue. */
function behindLast(world: World): number {
  const tail = world.queue.at(-1);
  const before = tail === undefined ? undefined : world.scores.get(tail);
  return (before ?? world.now + Math.max(0, leaseLeft(world))) + world.patienceMs;
}

/** Returns Redisson's waiters between this place and the next of ours. */
function theirsBehind({ queue, tries }: World, place: number): ReadonlySet<string> {
  const behind = queue.slice(place + 1);
  const next = behind.findIndex((waiter) => tries.has(waiter));
  return new Set(next < 0 ? behind : behind.slice(0, next));
}

/** Last attempts outlive every score by a patience or more. */
function keepTries(world: World, score: number): void {
  world.triesUntil = Math.max(world.triesUntil, score + world.patienceMs + SILENT_MS);
}

/** With the last waiter, the expiry of the attempts is deleted. */
function forgetTries(world: World, waiter: string): void {
  world.tries.delete(waiter);
  if (world.tries.size === 0) loseTries(world);
}

/**
 * Removes waiters at any place: each one behind them comes nearer by their patience. In a long queue, only Redisson's
 * do. The new last one then gets the score by which the next waiter is right behind the others.
 */
function leaveQueue(world: World, leaving: readonly string[]): void {
  const { queue, scores, patienceMs } = world;
  const isLong = queue.length > world.mostMoved;
  const moving = isLong ? theirs(world) : new Set(queue);
  const lastScore = scores.get(queue.at(-1) ?? "");
  const gone = leaving.filter((waiter) => queue.includes(waiter));
  for (const waiter of gone) {
    const behind = new Set(queue.slice(queue.indexOf(waiter) + 1));
    for (const each of behind) if (moving.has(each) && !gone.includes(each)) nearer(world, each, patienceMs);
  }
  world.queue = queue.filter((waiter) => !gone.includes(waiter));
  for (const waiter of gone) scores.delete(waiter);
  const last = world.queue.at(-1);
  const score = scores.get(last ?? "");
  if (!isLong || last === undefined || moving.has(last) || lastScore === undefined || score === undefined) return;
  scores.set(last, Math.min(score, lastScore - gone.length * patienceMs));
}

/** Returns Redisson's waiters with a score. */
function theirs({ scores, tries }: World): ReadonlySet<string> {
  return new Set([...scores.keys()].filter((waiter) => !tries.has(waiter)));
}

function nearer(world: World, waiter: string, ms: number): void {
  const score = world.scores.get(waiter);
  if (score !== undefined) world.scores.set(waiter, score - ms);
}

/** A waiter of Redisson's that has lost its score may be queued twice. */
function shift(world: World): void {
  const head = world.queue.shift();
  if (head !== undefined) world.scores.delete(head);
}
