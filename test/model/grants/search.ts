// Every reachable world of a scenario, nearest first, up to a cap; and random walks to the end.
import { type Random, randomFrom } from "../walk.ts";
import type { Wrong } from "./judge.ts";
import type { Guard } from "./redis.ts";
import { firstWorld, type Scenario } from "./scenario.ts";
import { type Successor, successorsOf } from "./successors.ts";
import type { World } from "./world.ts";

export interface Searched {
  readonly worlds: number;
  readonly steps: number;
  /** Every reachable world was seen. */
  readonly isComplete: boolean;
  readonly wrong: Wrong | undefined;
  /** The shortest way to it. */
  readonly way: readonly string[];
}

/** Searches until something is wrong, or all worlds are seen, or `most` are. */
export function search(scenario: Scenario, most: number, without?: Guard): Searched {
  const first = firstWorld(scenario);
  const seen = new Set([keyOf(first)]);
  let level: { readonly world: World; readonly way: Way }[] = [{ world: first, way: undefined }];
  let steps = 0;
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { world, way } of level) {
      for (const { says, world: reached, wrong } of successorsOf(world, scenario, without)) {
        steps += 1;
        const longer = { says, before: way };
        if (wrong !== undefined) return { worlds: seen.size, steps, isComplete: false, wrong, way: told(longer) };
        const key = keyOf(reached);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ world: reached, way: longer });
      }
      if (seen.size >= most) return { worlds: seen.size, steps, isComplete: false, wrong: undefined, way: [] };
    }
    level = next;
  }
  return { worlds: seen.size, steps, isComplete: true, wrong: undefined, way: [] };
}

/** Walks at random to the end, so many times. Returns what went wrong, with the way to it. */
export function walks(scenario: Scenario, seed: number, many: number, most = 200) {
  let steps = 0;
  for (let nth = 0; nth < many; nth += 1) {
    const random = randomFrom(seed + nth);
    const way: string[] = [];
    let world = firstWorld(scenario);
    for (let at = 0; at < most; at += 1) {
      const next = pick(successorsOf(world, scenario), random);
      if (next === undefined) break;
      steps += 1;
      way.push(next.says);
      if (next.wrong !== undefined) return { steps, wrong: next.wrong, way };
      world = next.world;
    }
  }
  return { steps, wrong: undefined, way: [] };
}

export function pick(successors: readonly Successor[], random: Random): Successor | undefined {
  return successors.length === 0 ? undefined : successors[random(successors.length)];
}

type Way = { readonly says: string; readonly before: Way } | undefined;

function told(way: Way): string[] {
  return way === undefined ? [] : [...told(way.before), way.says];
}

/**
 * Returns 53 bits of a hash, in place of the whole text, which would fill the memory. Among a million worlds, two share
 * one with a probability of one in ten thousand.
 */
function keyOf(world: World): number {
  const text = JSON.stringify(world);
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
