// The hand-over of a lock to a waiter.
import type { Held } from "../../src/index.ts";

/** Returns how long after `free` the waiter got in, ms, and releases its hold. */
export async function handOver(waiting: Promise<Held>, free: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await free();
  const held = await waiting;
  const ms = performance.now() - start;
  await held.release();
  return ms;
}
