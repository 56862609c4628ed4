// The scenarios that are explored: each has other faults.
import { scenarioNamed } from "../harness/space.ts";
import type { ClientPlan, GrantScenario, IsolatePlan } from "./scenario.ts";

const waits: ClientPlan = { isolate: 0, lease: 3, once: false, steals: false, renewals: 0 };
const renews = { renewals: 1 } as const;
const counted: IsolatePlan = { clock: 0, isCounted: true, mayDie: false };
const ahead: IsolatePlan = { ...counted, clock: 2 };
const behind: IsolatePlan = { ...counted, clock: -2 };
const calls: IsolatePlan = { ...counted, isOnlyCalled: true };
const dies: IsolatePlan = { ...counted, mayDie: true };

const base: Omit<GrantScenario, "name" | "clients"> = {
  isolates: [behind, ahead, counted],
  attempts: 3,
  confirm: 2,
  ticks: 5,
  duplicates: 1,
  javaLocks: 0,
  forces: 0,
  jumps: 0,
  cuts: 0,
  forgeries: 0,
  passes: false,
  goesOn: false,
  locksKeys: false,
  untold: undefined,
  standing: undefined,
  isPrompt: false,
  mostTried: 50,
  isLossless: false,
};
const two = [
  { ...waits, ...renews },
  { ...waits, ...renews, isolate: 1 },
] as const;
const three = [waits, { ...waits, ...renews, isolate: 1 }, { ...waits, isolate: 2 }] as const;
const ofThree = { attempts: 2, ticks: 4 } as const;
const lossless = { isLossless: true, duplicates: 0, attempts: 4, ticks: 1 } as const;

const UNLOCKED: readonly GrantScenario[] = [
  { ...base, name: "one stands", clients: two },
  { ...base, ...ofThree, name: "two stand", clients: three },
  { ...base, name: "short confirmation", clients: two, confirm: 1 },
  { ...base, name: "beside Java", clients: [waits, { ...waits, ...renews, isolate: 1 }], javaLocks: 2 },
  {
    ...base,
    ...ofThree,
    name: "thief",
    clients: [waits, { ...waits, ...renews, isolate: 1 }, { ...waits, isolate: 2, once: true, steals: true }],
  },
  {
    ...base,
    ...ofThree,
    name: "forced release",
    clients: [waits, { ...waits, ...renews, isolate: 1 }, { ...waits, isolate: 2, once: true }],
    forces: 1,
  },
  {
    ...base,
    name: "clock ahead",
    clients: [waits, { ...waits, ...renews, isolate: 1 }],
    duplicates: 0,
    jumps: 1,
    isPrompt: true,
  },
  {
    ...base,
    name: "short lease",
    clients: [
      { ...waits, ...renews },
      { ...waits, ...renews, isolate: 1, lease: 2 },
    ],
    duplicates: 2,
  },
  { ...base, name: "waiter is cut", clients: two, cuts: 1 },
  { ...base, name: "forger", clients: two, forgeries: 2 },
  { ...base, name: "goes on", clients: two, goesOn: true },
  {
    ...base,
    ...ofThree,
    name: "pass",
    clients: [waits, { ...waits, ...renews }, { ...waits, isolate: 1 }],
    passes: true,
  },
  { ...base, ...ofThree, name: "free moments", clients: three, duplicates: 0, untold: 1 },
  {
    ...base,
    name: "free moments of many",
    clients: [...three, { ...waits, isolate: 2 }],
    duplicates: 0,
    untold: 1,
  },
  { ...base, name: "old requests", clients: two, standing: 2 },
  {
    ...base,
    ...lossless,
    name: "dead mailboxes",
    clients: [waits, { ...waits, isolate: 1 }, { ...waits, isolate: 2 }, { ...waits, isolate: 2 }],
    isolates: [counted, dies, dies],
    untold: 1,
  },
  {
    ...base,
    ...lossless,
    name: "more dead than one release skips",
    clients: [waits, { ...waits, isolate: 1 }, { ...waits, isolate: 1 }, { ...waits, isolate: 2 }],
    isolates: [counted, dies, counted],
    mostTried: 2,
  },
  {
    ...base,
    ...lossless,
    name: "only called",
    clients: three,
    isolates: [counted, { ...counted, isCounted: false }, { ...counted, isCounted: false }],
    untold: 1,
  },
  { ...base, name: "reserved", clients: two, isolates: [calls, calls] },
  { ...base, ...ofThree, name: "reserved, beside a granted one", clients: three, isolates: [counted, calls, calls] },
  {
    ...base,
    ...lossless,
    name: "reserved for the dead",
    clients: three,
    isolates: [counted, { ...calls, mayDie: true }, { ...calls, mayDie: true }],
  },
  {
    ...base,
    ...lossless,
    name: "only called, and dead",
    clients: [waits, { ...waits, isolate: 1 }, { ...waits, isolate: 1 }, { ...waits, isolate: 2 }],
    isolates: [counted, { ...dies, isCounted: false }, { ...counted, isCounted: false }],
  },
];

export const GRANT_SCENARIOS: readonly GrantScenario[] = [
  ...UNLOCKED,
  ...UNLOCKED.map((scenario) => ({ ...scenario, name: `${scenario.name}, keys are locked`, locksKeys: true })),
];

/** In three ticks, and with no second execution: small enough to be explored to the end. */
export const REDUCED_SCENARIOS: readonly GrantScenario[] = [
  ...["one stands", "short confirmation", "short lease"],
  ...["one stands, keys are locked", "short lease, keys are locked"],
].map((name) => ({
  ...scenarioNamed({ scenarios: GRANT_SCENARIOS }, name),
  name: `${name}, reduced`,
  ticks: 3,
  duplicates: 0,
}));
