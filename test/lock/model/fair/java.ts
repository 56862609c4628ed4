// The effect of Redisson's clients on the same keys, by their own clocks.
import { free, isFree, leaseLeft, type World } from "./world.ts";

export interface JavaWaiter {
  readonly holder: string;
  /** The time by which its clock is ahead of the Redis clock. */
  readonly aheadMs: number;
  readonly leaseMs: number;
  /** The maximum of its wait, or the patience. */
  readonly waitMs: number;
}

// ZINCRBY starts at 0, the year 1970, where there is no score.
const LONG_AGO = -1e12;

export type JavaOp = "lock" | "tryLock" | "giveUp" | "unlock" | "forceUnlock";
export const JAVA_OPS: readonly JavaOp[] = ["lock", "tryLock", "giveUp", "unlock", "forceUnlock"];

/** Returns what the script replies. */
export function java(world: World, op: JavaOp, waiter: JavaWaiter): number | null {
  const { holder, waitMs } = waiter;
  if (op === "giveUp") {
    const place = world.queue.indexOf(holder);
    if (place >= 0) for (const behind of world.queue.slice(place + 1)) nearer(world, behind, waitMs);
    world.queue = world.queue.filter((other) => other !== holder);
    world.scores.delete(holder);
    return null;
  }
  sweep(world, world.now + waiter.aheadMs);
  if (op === "unlock") return unlock(world, waiter);
  if (op === "forceUnlock") {
    const freed = !isFree(world);
    free(world);
    if (freed) tellHead(world);
    return freed ? 1 : 0;
  }
  if (tookLock(world, waiter)) return null;
  return op === "tryLock" ? 1 : enqueue(world, waiter);
}

function tookLock(world: World, { holder, leaseMs, waitMs }: JavaWaiter): boolean {
  const count = world.counts.get(holder) ?? 0;
  const [head = holder] = world.queue;
  if (isFree(world) && head === holder) {
    shift(world);
    world.scores.delete(holder);
    for (const other of world.scores.keys()) nearer(world, other, waitMs);
  } else if (count === 0) return false;
  world.counts.set(holder, count + 1);
  world.until = world.now + leaseMs;
  return true;
}

function enqueue(world: World, { holder, aheadMs, waitMs }: JavaWaiter): number {
  const left = leaseLeft(world);
  if (world.scores.has(holder)) return Math.max(0, left);
  const now = world.now + aheadMs;
  const tail = world.queue.at(-1);
  const before = tail === undefined || tail === holder ? undefined : world.scores.get(tail);
  const afterMs = before === undefined ? left : before - now;
  world.scores.set(holder, afterMs + waitMs + now);
  world.queue.push(holder);
  return afterMs;
}

function unlock(world: World, { holder, leaseMs }: JavaWaiter): number | null {
  if (isFree(world)) {
    tellHead(world);
    return 1;
  }
  const count = world.counts.get(holder);
  if (count === undefined) return null;
  if (count > 1) {
    world.counts.set(holder, count - 1);
    world.until = world.now + leaseMs;
    return 0;
  }
  free(world);
  tellHead(world);
  return 1;
}

/** A first waiter without a score stays: that is Redisson's defect. */
function sweep(world: World, now: number): void {
  for (;;) {
    const [head] = world.queue;
    const score = head === undefined ? undefined : world.scores.get(head);
    if (head === undefined || score === undefined || score > now) return;
    shift(world);
  }
}

function tellHead(world: World): void {
  const [head] = world.queue;
  if (head !== undefined) world.told.push({ to: head, sure: true });
}

function nearer(world: World, waiter: string, ms: number): void {
  const score = world.scores.get(waiter);
  world.scores.set(waiter, (score ?? LONG_AGO) - ms);
}

function shift(world: World): void {
  const head = world.queue.shift();
  if (head !== undefined) world.scores.delete(head);
}
