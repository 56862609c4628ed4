// What is done step by step on both sides, to compare what is in Redis after each.

export type Step =
  /** A1 and A2 are two threads of one service, B1 is one of another. Without `leaseMs` the watchdog renews. */
  | { readonly by: "A1" | "A2" | "B1"; readonly do: Action; readonly leaseMs?: number }
  /** As if so much time had passed, for every TTL. */
  | { readonly pass: number }
  /** Time in which watchdogs work. */
  | { readonly wait: number };

export type Action = "lock" | "tryLock" | "unlock" | "forceUnlock" | "ask";

/** The lease that watchdogs renew, unless a sequence has its own, ms. */
export const WATCHDOG_MS = 30_000;

export interface Sequence {
  readonly title: string;
  readonly name: string;
  /** The lease that the watchdog renews, ms. */
  readonly watchdogMs?: number;
  readonly steps: readonly Step[];
}

const a = (action: Action, leaseMs?: number): Step => step("A1", action, leaseMs);
const a2 = (action: Action, leaseMs?: number): Step => step("A2", action, leaseMs);
const b = (action: Action, leaseMs?: number): Step => step("B1", action, leaseMs);

function step(by: "A1" | "A2" | "B1", action: Action, leaseMs: number | undefined): Step {
  return { by, do: action, ...(leaseMs === undefined ? {} : { leaseMs }) };
}

/** Names that Redis, Redisson or a protocol on the way might read otherwise than as they are. */
export const ODD_NAMES = ["{t}:42", "a{b", "a}b{c", "{}", "a:b,c d", "été☃😀", "x\"y\\z\n'", "a|b|", "*?[x]"];

export const LOCK_SEQUENCES: readonly Sequence[] = [
  { title: "one hold", name: "orders", steps: [a("lock"), b("ask"), a("ask"), a("unlock"), a("ask")] },
  {
    title: "refused: another thread, another service; and what they may not release",
    name: "orders",
    steps: [
      a("lock"),
      a2("tryLock"),
      b("tryLock", 5_000),
      a2("unlock"),
      b("unlock"),
      a("unlock"),
      b("lock"),
      b("unlock"),
    ],
  },
  {
    title: "re-entry",
    name: "orders",
    steps: [
      a("lock"),
      a("lock"),
      a("tryLock"),
      a("ask"),
      a("unlock"),
      b("tryLock"),
      a("unlock"),
      a("unlock"),
      a("unlock"),
    ],
  },
  {
    title: "mixed leases, each longer",
    name: "orders",
    steps: [a("lock", 10_000), a("lock", 60_000), a("unlock"), a("unlock")],
  },
  {
    title: "mixed leases, each shorter",
    name: "orders",
    steps: [a("lock", 60_000), a("lock", 10_000), a("unlock"), a("unlock")],
  },
  {
    title: "a lease within a renewed hold",
    name: "orders",
    steps: [a("lock"), a("lock", 60_000), a("unlock"), a("unlock")],
  },
  {
    title: "a renewed hold within a lease",
    name: "orders",
    steps: [a("lock", 10_000), a("lock"), a("unlock"), a("unlock"), a("lock"), a("unlock")],
  },
  {
    title: "three leases and their releases",
    name: "orders",
    steps: [a("lock", 60_000), a("lock", 20_000), a("lock", 5_000), a("unlock"), a("unlock"), a("unlock")],
  },
  {
    title: "forced open",
    name: "orders",
    steps: [
      b("forceUnlock"),
      a("lock", 20_000),
      a("lock", 20_000),
      b("forceUnlock"),
      a("unlock"),
      a("ask"),
      b("forceUnlock"),
    ],
  },
  {
    title: "forced open, and taken by another",
    name: "orders",
    steps: [a("lock", 20_000), b("forceUnlock"), b("lock", 40_000), a("unlock"), a("tryLock", 5_000), b("unlock")],
  },
  {
    title: "the lease ran out",
    name: "orders",
    steps: [
      a("lock", 5_000),
      { pass: 4_000 },
      b("tryLock"),
      { pass: 2_000 },
      a("unlock"),
      b("lock", 20_000),
      a("unlock"),
      b("unlock"),
    ],
  },
  {
    title: "the lease ran out under two holds, and the owner takes it again",
    name: "orders",
    steps: [a("lock", 5_000), a("lock", 5_000), { pass: 6_000 }, a("lock", 20_000), a("ask"), a("unlock"), a("ask")],
  },
  {
    title: "renewed",
    name: "orders",
    watchdogMs: 6_000,
    steps: [a("lock"), { wait: 3_000 }, b("tryLock"), a("unlock")],
  },
  ...ODD_NAMES.map((name): Sequence => {
    return {
      title: `the name ${JSON.stringify(name)}`,
      name,
      steps: [a("lock"), b("tryLock"), b("forceUnlock"), b("lock"), b("unlock")],
    };
  }),
];
