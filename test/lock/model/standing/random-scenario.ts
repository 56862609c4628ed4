// Scenarios of random walks.
import type { Random } from "../harness/random.ts";
import type { ClientPlan, GrantScenario, IsolatePlan } from "./scenario.ts";

/** Any parameters within the guarantees. `isLossless`: see GrantScenario. */
export function randomGrants(random: Random, isLossless = false): GrantScenario {
  const chance = (oneIn: number): boolean => random(oneIn) === 0;
  const isolates = Array.from({ length: 3 }, (): IsolatePlan => {
    const isOnlyCalled = chance(5);
    return { clock: random(7) - 3, isCounted: !chance(5), mayDie: chance(3), isOnlyCalled };
  });
  const clients = Array.from({ length: 3 + random(2) }, (): ClientPlan => {
    const once = !isLossless && chance(6);
    const steals = once && chance(3);
    return { isolate: random(3), lease: 2 + random(7), once, steals, renewals: random(3) };
  });
  return {
    ...{ name: "random", clients, isolates },
    attempts: isLossless ? 5 : 3 + random(3),
    confirm: 2,
    ticks: isLossless ? 0 : 10,
    duplicates: isLossless ? 0 : random(4),
    javaLocks: chance(3) ? 2 : 0,
    forces: chance(4) ? 1 : 0,
    jumps: 0,
    cuts: isLossless ? 0 : random(2),
    forgeries: isLossless ? 0 : random(3),
    passes: chance(2),
    goesOn: chance(2),
    locksKeys: chance(3),
    untold: 2,
    standing: 6,
    isPrompt: false,
    mostTried: chance(2) ? 2 : 50,
    isLossless,
  };
}
