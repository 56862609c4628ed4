// Sequences that run step by step on both sides, to compare Redis after each step.
import { COUNTER_SEQUENCES } from "./counter-sequences.ts";
import { isIn, isSince, type Kind } from "./kinds.ts";
import { QUEUE_SEQUENCES } from "./queue-sequences.ts";
import { READ_WRITE_SEQUENCES } from "./read-write-sequences.ts";
import { a, a2, b, letsIn, ODD_NAMES, type Sequence, waits } from "./steps.ts";

type OfAnyKind = Omit<Sequence, "kind">;

const OVER_UNDER_TWO: OfAnyKind = {
  title: "the lease ran out under two holds, and the owner takes it again",
  name: "orders",
  steps: [a("lock", 5_000), a("lock", 5_000), { pass: 6_000 }, a("lock", 20_000), a("ask"), a("unlock"), a("ask")],
};

const OF_ANY_KIND: readonly OfAnyKind[] = [
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
  OVER_UNDER_TWO,
];

const RENEWED: OfAnyKind = {
  title: "renewed",
  name: "orders",
  watchdogMs: 6_000,
  steps: [a("lock"), { wait: 3_000 }, b("tryLock"), a("unlock")],
};

const WAITED_FOR: OfAnyKind = {
  title: "waited for",
  name: "orders",
  steps: [a("lock"), waits("B1"), letsIn(a("unlock"), "B1"), b("unlock")],
};

const ODDLY_NAMED = ODD_NAMES.map((name): OfAnyKind => {
  return {
    title: `the name ${JSON.stringify(name)}`,
    name,
    steps: [a("lock"), b("tryLock"), b("forceUnlock"), b("lock"), b("unlock")],
  };
});

function of(kind: Kind, sequences: readonly OfAnyKind[]): Sequence[] {
  return sequences.map((sequence) => {
    return { ...sequence, kind, title: kind === "lock" ? sequence.title : `${kind}: ${sequence.title}` };
  });
}

export const SEQUENCES: readonly Sequence[] = [
  ...of("lock", [...OF_ANY_KIND, RENEWED, ...ODDLY_NAMED]),
  ...of("read", [...OF_ANY_KIND, RENEWED]),
  // In Redisson, the leases of a writer add up: see deviations.ts.
  ...of("write", [...OF_ANY_KIND.filter((sequence) => sequence !== OVER_UNDER_TWO), RENEWED, WAITED_FOR]),
  ...READ_WRITE_SEQUENCES,
  ...of("spin", [...OF_ANY_KIND, WAITED_FOR]),
  ...of("fair", [...OF_ANY_KIND, ...QUEUE_SEQUENCES]),
  ...of("fenced", [...OF_ANY_KIND, WAITED_FOR, ...ODDLY_NAMED]),
  ...of("nonReentrant", [...OF_ANY_KIND, WAITED_FOR]),
  ...of("nonReentrantFair", [...OF_ANY_KIND, WAITED_FOR, ...QUEUE_SEQUENCES.filter(({ name }) => name === "orders")]),
  ...COUNTER_SEQUENCES,
];

/** Returns the sequences whose kinds and calls a version of Redisson has. */
export function sequencesFor(version: string): Sequence[] {
  return SEQUENCES.filter(({ kind, since = [0, 0] }) => isIn(version, kind) && isSince(version, since));
}
