// The passing of a lock to who waits for it.
import type { Held } from "../../src/index.ts";

/** How long after `free` the waiter got in, ms; it is released. */
export async function handOver(waiting: Promise<Held>, free: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await free();
  const held = await waiting;
  const ms = performance.now() - start;
  await held.release();
  return ms;
}
