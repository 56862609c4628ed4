// Scenarios of random walks.
import type { Random } from "../harness/random.ts";
import type { HoldPlan, Scenario } from "./scenario.ts";

/**
 * Any parameters within the guarantees of docs/audit/replay-safety.md.
 * @param passes whether holders pass the lock on
 * @param thieves whether some acquires steal the lock
 */
export function randomScenario(random: Random, passes = false, thieves = false): Scenario {
  const chance = (oneIn: number): boolean => random(oneIn) === 0;
  const owners = passes ? 1 : 1 + random(2);
  const defaults = new Set<number>();
  const holds = Array.from({ length: 2 + random(2) }, (): HoldPlan => {
    const owner = random(owners);
    const isDefault = !defaults.has(owner) && chance(2);
    if (isDefault) defaults.add(owner);
    const lease = 1 + random(3);
    const asks = { renewals: random(3), checks: random(2), byText: random(2) };
    return { owner, isDefault, lease, once: chance(3), looks: chance(2), steals: thieves && chance(2), ...asks };
  });
  const waiter = holds.at(-1);
  if (passes && waiter !== undefined) {
    defaults.add(owners);
    holds[holds.length - 1] = { ...waiter, owner: owners, isDefault: true, once: false };
  }
  const scenario: Scenario = {
    name: "random",
    holds,
    tries: chance(3) ? 1 : 2,
    givesUp: chance(2) ? "anywhere" : "after its tries",
    ticks: 4,
    duplicates: 3,
    java: undefined,
    forces: 0,
    persists: 0,
    forgets: 0,
    mixups: 0,
    passes,
    beyond: 6,
    latest: undefined,
    judged: "all",
  };
  const same = holds.map((hold): HoldPlan => ({ ...hold, lease: 2 }));
  const long = (hold: HoldPlan): HoldPlan => ({ ...hold, lease: chance(3) ? 4 : hold.lease, renewals: random(4) });
  switch (random(8)) {
    case 0:
      return { ...scenario, java: { owner: 2, locks: 2, lease: 2 } };
    case 1: {
      // A Java lease that is shorter than ours, or a copy of a request, may do harm here.
      const owner = [0, 1].find((ours) => !defaults.has(ours) && holds.some((hold) => hold.owner === ours));
      if (owner === undefined) return scenario;
      return { ...scenario, holds: same, duplicates: 0, java: { owner, locks: 2, lease: 2 } };
    }
    case 2:
      // Only an owner that callers passed.
      if (passes || thieves || defaults.has(0) || chance(2)) return { ...scenario, forces: 2 };
      return { ...scenario, forces: 2, byOwner: chance(2) ? "release" : "renew" };
    case 3:
      return { ...scenario, holds: same, persists: 1 };
    case 4:
      return { ...scenario, forgets: 1, judged: defaults.size === holds.length ? "belief" : "nothing" };
    case 5:
      return { ...scenario, holds: holds.map(long), tries: 1, ticks: 10, beyond: 1, latest: 0, judged: "holds" };
    case 6:
      return { ...scenario, ticks: 12, beyond: 4, latest: 1, judged: "holds" };
    default:
      return { ...scenario, mixups: 2 };
  }
}
