// What may happen in one search: the clients, their leases, and how often each fault occurs.
import { type Budgets, NOBODY, type World } from "./world.ts";

export interface Scenario {
  readonly name: string;
  /** Of each client, ticks. */
  readonly leases: readonly number[];
  readonly renewals: readonly number[];
  /** The confirmation lease, ticks. */
  readonly confirm: number;
  readonly attempts: number;
  readonly ticks: number;
  /** This client steals. */
  readonly thief?: number;
  readonly left: Partial<Budgets>;
}

const two = { leases: [3, 3], renewals: [1, 1], confirm: 2, attempts: 3, ticks: 5 } as const;
const three = { leases: [3, 3, 3], renewals: [0, 1, 0], confirm: 2, attempts: 2, ticks: 4 } as const;

export const SCENARIOS: readonly Scenario[] = [
  { ...two, name: "G1 two owners, one standing", left: { again: 1, moments: 1 } },
  { ...three, name: "G2 three owners, two standing", left: { again: 1 } },
  { ...two, name: "G3 a confirmation lease of one tick", confirm: 1, left: { again: 1 } },
  { ...two, name: "G4 beside Redisson", renewals: [0, 1], left: { again: 1, java: 2 } },
  { ...three, name: "G5 a thief beside a standing one", thief: 2, left: { again: 1 } },
  { ...three, name: "G6 a release by force grants", left: { again: 1, force: 1 } },
  { ...two, name: "G7 Redis' clock jumps while all wait", renewals: [0, 1], left: { jumps: 1 } },
  { ...two, name: "G8 a shorter lease of the waiter", leases: [3, 2], left: { again: 2 } },
  { ...three, name: "G9 mailboxes that nobody hears", left: { cuts: 2, moments: 1 } },
];

/** Returns the scenario with fewer faults and ticks, small enough to be searched to its end. */
export function reduced(scenario: Scenario): Scenario {
  return { ...scenario, ticks: 3, left: { ...scenario.left, again: 0 } };
}

export function firstWorld({ leases, renewals, left }: Scenario): World {
  const none = { again: 0, java: 0, force: 0, jumps: 0, cuts: 0, moments: 0, undone: 1 };
  return {
    ...{ now: 0, ahead: 0, holder: NOBODY, leaseEnds: 0, live: NOBODY },
    ...{ standing: [], requests: [], replies: [], messages: [] },
    marks: leases.map(() => ""),
    deaf: leases.map(() => false),
    granted: leases.map(() => false),
    ends: leases.map(() => ""),
    robbed: leases.map(() => false),
    clients: leases.map((_, nth) => ({
      ...{ at: "rest", attempts: 0, sentAt: 0, isLast: false, believesUntil: 0, anchor: undefined },
      renewalsLeft: renewals[nth] ?? 0,
    })),
    left: { ...none, ...left },
  };
}
