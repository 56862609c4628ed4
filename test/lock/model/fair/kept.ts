// The life of our own keys beside Redisson's.
import { endOf } from "./holds.ts";
import type { Picture } from "./real.ts";
import type { Step } from "./steps.ts";
import { isOurs, TICK_MS, type World } from "./world.ts";

// The time for which an end is remembered beyond the lease.
const BEYOND_MS = 60_000;

/** Returns the violation after this step, if there is one. `wereLost`: the last attempts were deleted. */
export function keptProblem(step: Step, world: World, wereLost: boolean, picture: Picture): string | undefined {
  return triesProblem(world, wereLost, picture) ?? memoryProblem(step, world, picture);
}

/**
 * A waiter of ours must never be mistaken for Redisson's: its last attempt is kept for a patience longer than its
 * score.
 */
function triesProblem(
  { patienceMs }: World,
  wereLost: boolean,
  { queue, scores, tries, triesTtl }: Picture,
): string | undefined {
  if (tries.size === 0) return undefined;
  if (triesTtl <= 0) return `the last tries are kept for ${triesTtl} ms`;
  if (wereLost) return undefined;
  const leastOf = (waiter: string) => (scores.get(waiter) ?? Number.NEGATIVE_INFINITY) * TICK_MS + patienceMs - TICK_MS;
  const early = queue.find((waiter) => isOurs(waiter) && tries.has(waiter) && triesTtl < leastOf(waiter));
  return early && `the last tries are kept for ${triesTtl} ms, and ${early} for ${scores.get(early)} ticks`;
}

/** The model forgets no end, and simulated time does not affect them on Redis. */
function memoryProblem(step: Step, world: World, { holdTtl }: Picture): string | undefined {
  const end = "hold" in step ? endOf(world, step.hold) : undefined;
  if (!("hold" in step) || end === undefined) return undefined;
  // A hold that was never granted ends the same way.
  const leaseMs = end === "free" || end === "taken" ? 0 : step.hold.leaseMs;
  const isShort = holdTtl === undefined || holdTtl < leaseMs + BEYOND_MS - TICK_MS;
  return isShort ? `the end of ${step.hold.holdId} is remembered for ${holdTtl} ms` : undefined;
}
