// Sequences of waiters of a fair lock, which are queued, each until its score.
import { a, a2, b, b2, hasWaited, letsIn, ODD_NAMES, type Sequence, waits } from "./steps.ts";

// Until all others are queued, on a busy machine.
const SHORT_MS = 2_000;

export const QUEUE_SEQUENCES: readonly Omit<Sequence, "kind">[] = [
  {
    title: "three of two services wait, and each is let in by the one before",
    name: "orders",
    steps: [
      a("lock"),
      waits("B1"),
      waits("A2"),
      waits("B2"),
      a("ask"),
      letsIn(a("unlock"), "B1"),
      letsIn(b("unlock"), "A2"),
      letsIn(a2("unlock"), "B2"),
      b2("unlock"),
    ],
  },
  {
    title: "refused without waiting, while others wait",
    name: "orders",
    steps: [a("lock"), waits("A2"), b("tryLock"), b("tryLock", 5_000), letsIn(a("unlock"), "A2"), a2("unlock")],
  },
  {
    title: "re-entry while another waits",
    name: "orders",
    steps: [
      a("lock", 20_000),
      waits("B1", { leaseMs: 5_000 }),
      a("lock", 20_000),
      a("tryLock"),
      a("unlock"),
      a("unlock"),
      letsIn(a("unlock"), "B1"),
      b("lock", 5_000),
      b("unlock"),
      b("unlock"),
    ],
  },
  {
    title: "who had it waits again, behind the others",
    name: "orders",
    steps: [
      a("lock"),
      waits("B1"),
      waits("B2"),
      letsIn(a("unlock"), "B1"),
      waits("A1"),
      letsIn(b("unlock"), "B2"),
      letsIn(b2("unlock"), "A1"),
      a("unlock"),
    ],
  },
  {
    title: "waits of different length, and each is let in",
    name: "orders",
    steps: [
      a("lock"),
      waits("A2", { waitMs: 20_000 }),
      waits("B1", { waitMs: 60_000 }),
      waits("B2"),
      letsIn(a("unlock"), "A2"),
      letsIn(a2("unlock"), "B1"),
      letsIn(b("unlock"), "B2"),
      b2("unlock"),
    ],
  },
  {
    title: "the first gives up",
    name: "orders",
    steps: [
      a("lock"),
      waits("A2", { waitMs: SHORT_MS }),
      waits("B1"),
      waits("B2", { waitMs: 60_000 }),
      hasWaited("A2"),
      letsIn(a("unlock"), "B1"),
      letsIn(b("unlock"), "B2"),
      b2("unlock"),
    ],
  },
  {
    title: "one in the middle gives up, and then the last one",
    name: "orders",
    steps: [
      a("lock"),
      waits("A2"),
      waits("B1", { waitMs: SHORT_MS }),
      waits("B2", { waitMs: SHORT_MS + 500 }),
      hasWaited("B1"),
      hasWaited("B2"),
      letsIn(a("unlock"), "A2"),
      a2("unlock"),
    ],
  },
  {
    title: "forced open while others wait",
    name: "orders",
    steps: [
      a("lock", 20_000),
      waits("A2", { leaseMs: 40_000 }),
      waits("B2"),
      letsIn(b("forceUnlock"), "A2"),
      a("unlock"),
      letsIn(a2("unlock"), "B2"),
      b("forceUnlock"),
      b2("unlock"),
      b("forceUnlock"),
    ],
  },
  {
    title: "the lease runs out while others wait",
    name: "orders",
    steps: [
      a("lock", SHORT_MS),
      waits("B1"),
      waits("B2"),
      hasWaited("B1"),
      a("unlock"),
      letsIn(b("unlock"), "B2"),
      b2("unlock"),
    ],
  },
  {
    title: "released by one who never had it",
    name: "orders",
    steps: [b("unlock"), a("lock"), b("unlock"), a("unlock"), b("unlock")],
  },
  ...ODD_NAMES.map((name): Omit<Sequence, "kind"> => {
    return {
      title: `the name ${JSON.stringify(name)}`,
      name,
      steps: [
        a("lock"),
        waits("B1"),
        waits("A2"),
        letsIn(a("unlock"), "B1"),
        letsIn(b("forceUnlock"), "A2"),
        a2("unlock"),
      ],
    };
  }),
];
