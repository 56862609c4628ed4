// Sequences of semaphores and latches.
import type { CounterKind } from "./kinds.ts";
import { type Counted, hasWaited, ODD_NAMES, type Sequence, type Step, type Who } from "./steps.ts";

type Case = Pick<Sequence, "title" | "since"> & { readonly name?: string; readonly steps: readonly Step[] };
type Args = Omit<Counted, "by" | "call">;

const NAME = "orders";
const LEASE_MS = 20_000;
const LONG_MS = 60_000;
const SHORT_MS = 5_000;
const WAIT_MS = 20_000;
const GIVES_UP_MS = 300;

// Of the permit-expirable semaphore.
const COUNTS_ALL = [3, 19] as const;
const MANY = [3, 24] as const;
const ALL_OR_NONE = [3, 41] as const;

const [a, a2, b, b2] = [asks("A1"), asks("A2"), asks("B1"), asks("B2")];

function asks(by: Who): (call: Counted["call"], args?: Args) => Counted {
  return (call, args = {}) => ({ by, call, ...args });
}

/** Arguments with a number of permits. */
function some(permits: number, more: Args = {}): Args {
  return { permits, ...more };
}

function leased(leaseMs: number, more: Args = {}): Args {
  return { waitMs: 0, leaseMs, ...more };
}

function many(permits: number, leaseMs: number): Args {
  return { permits, ...leased(leaseMs) };
}

function ids(...nth: number[]): Args {
  return { ids: nth };
}

const SEMAPHORE: readonly Case[] = [
  {
    title: "set once, taken, given back",
    steps: [
      a("trySetPermits", some(3)),
      b("trySetPermits", some(5)),
      a("availablePermits"),
      a("tryAcquire", some(1)),
      a2("tryAcquire", some(2)),
      b("tryAcquire", some(1)),
      b("release", some(1)),
      a("release", some(2)),
      b("availablePermits"),
    ],
  },
  {
    title: "all or none, and more than there were",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", some(2)),
      a("availablePermits"),
      b("release", some(5)),
      a("tryAcquire", some(6)),
      a("tryAcquire", some(1)),
    ],
  },
  {
    title: "added and taken away",
    steps: [
      a("trySetPermits", some(2)),
      a("addPermits", some(3)),
      b("addPermits", some(-4)),
      a("addPermits", some(-3)),
      a("availablePermits"),
      a("tryAcquire", some(1)),
      b("release", some(1)),
      b("release", some(3)),
      a("drainPermits"),
      a("drainPermits"),
      a("addPermits", some(-1)),
      b("drainPermits"),
      b("availablePermits"),
    ],
  },
  {
    title: "never set, but given back to",
    steps: [
      a("availablePermits"),
      a("drainPermits"),
      a("tryAcquire", some(1)),
      b("release", some(2)),
      a("tryAcquire", some(1)),
    ],
  },
  {
    title: "added to, and deleted",
    steps: [a("addPermits", some(3)), { redis: ["DEL", NAME] }, a("drainPermits"), a("addPermits", some(1))],
  },
  {
    title: "none are taken, or given back",
    steps: [a("trySetPermits", some(2)), a("tryAcquire", some(0)), a("release", some(0)), a("availablePermits")],
  },
  {
    title: "for a time",
    since: [3, 29],
    steps: [
      a("trySetPermits", some(3, { ttlMs: LEASE_MS })),
      b("trySetPermits", some(3, { ttlMs: LONG_MS })),
      a("tryAcquire", some(2)),
      a("release", some(1)),
      { pass: SHORT_MS },
      a("availablePermits"),
      { pass: LEASE_MS },
      a("availablePermits"),
      a("trySetPermits", some(1)),
    ],
  },
  {
    title: "with a TTL, and added to",
    steps: [a("trySetPermits", some(3)), { redis: ["PEXPIRE", NAME, LEASE_MS] }, a("addPermits", some(2))],
  },
  {
    title: "with a TTL, and drained",
    steps: [a("trySetPermits", some(3)), { redis: ["PEXPIRE", NAME, LEASE_MS] }, a("drainPermits")],
  },
  {
    title: "waited for",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", some(1)),
      b("tryAcquire", some(1, { waitMs: WAIT_MS, begins: true })),
      a("release", some(1, { letsIn: "B1" })),
      b("availablePermits"),
    ],
  },
  {
    title: "waited for by who wants two",
    steps: [
      a("trySetPermits", some(2)),
      a("tryAcquire", some(2)),
      b("tryAcquire", some(2, { waitMs: WAIT_MS, begins: true })),
      a("release", some(1)),
      a("release", some(1, { letsIn: "B1" })),
      b("availablePermits"),
    ],
  },
  {
    title: "waited for by two, whom one release lets in",
    steps: [
      a("trySetPermits", some(2)),
      a("tryAcquire", some(2)),
      b("tryAcquire", some(1, { waitMs: WAIT_MS, begins: true })),
      b2("tryAcquire", some(1, { waitMs: WAIT_MS, begins: true })),
      a("release", some(2, { letsIn: "B1" })),
      hasWaited("B2"),
      a("availablePermits"),
    ],
  },
  {
    title: "waited for until some are added",
    steps: [
      a("trySetPermits", some(0)),
      b("tryAcquire", some(1, { waitMs: WAIT_MS, begins: true })),
      a("addPermits", some(3, { letsIn: "B1" })),
      a("availablePermits"),
    ],
  },
  {
    title: "waited for in vain",
    steps: [
      a("trySetPermits", some(1)),
      b("tryAcquire", some(2, { waitMs: GIVES_UP_MS, begins: true })),
      hasWaited("B1"),
      a("tryAcquire", some(1)),
    ],
  },
  ...ODD_NAMES.map((name): Case => {
    return {
      title: `the name ${JSON.stringify(name)}`,
      name,
      steps: [a("trySetPermits", some(1)), b("tryAcquire", some(1)), a("tryAcquire", some(1)), b("release", some(1))],
    };
  }),
];

const LATCH: readonly Case[] = [
  {
    title: "counted down",
    steps: [
      a("getCount"),
      a("trySetCount", { count: 3 }),
      b("trySetCount", { count: 5 }),
      a("countDown"),
      b("countDown"),
      b("getCount"),
      a2("countDown"),
      a("getCount"),
      a("countDown"),
      a("trySetCount", { count: 1 }),
    ],
  },
  {
    title: "waited for",
    steps: [
      a("trySetCount", { count: 2 }),
      b("await", { waitMs: WAIT_MS, begins: true }),
      b2("await", { waitMs: WAIT_MS, begins: true }),
      a("countDown"),
      a("countDown", { letsIn: "B1" }),
      hasWaited("B2"),
    ],
  },
  { title: "open: nobody waits", steps: [a("await", { waitMs: WAIT_MS }), b("await", { waitMs: 0 })] },
  {
    title: "waited for in vain",
    steps: [
      a("trySetCount", { count: 1 }),
      b("await", { waitMs: GIVES_UP_MS, begins: true }),
      hasWaited("B1"),
      b("getCount"),
    ],
  },
  {
    title: "deleted",
    steps: [a("trySetCount", { count: 2 }), b("delete"), b("delete"), a("getCount"), a("countDown")],
  },
  {
    title: "deleted before somebody who waits",
    steps: [
      a("trySetCount", { count: 2 }),
      b("await", { waitMs: 1_500, begins: true }),
      a("delete"),
      hasWaited("B1"),
      b("getCount"),
    ],
  },
  { title: "set to none", steps: [a("trySetCount", { count: 0 })] },
  { title: "another's name, deleted", steps: [{ redis: ["HSET", NAME, "field", "1"] }, a("delete")] },
  ...ODD_NAMES.map((name): Case => {
    return {
      title: `the name ${JSON.stringify(name)}`,
      name,
      steps: [a("trySetCount", { count: 1 }), b("getCount"), b("countDown"), a("getCount")],
    };
  }),
];

const LENGTHEN = `for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  redis.call('ZINCRBY', KEYS[1], ARGV[1], id)
end`;

const PERMITS: readonly Case[] = [
  {
    title: "set once, leased, given back",
    steps: [
      a("trySetPermits", some(2)),
      b("trySetPermits", some(5)),
      a("availablePermits"),
      a("tryAcquire", leased(LEASE_MS)),
      b("tryAcquire", leased(LONG_MS)),
      a2("tryAcquire", leased(SHORT_MS)),
      b("tryRelease", ids(1)),
      a("tryRelease", ids(1)),
      b("tryRelease", ids(2)),
      b("availablePermits"),
    ],
  },
  {
    title: "how many there are",
    since: COUNTS_ALL,
    steps: [
      a("getPermits"),
      a("acquiredPermits"),
      a("trySetPermits", some(3)),
      a("tryAcquire", leased(SHORT_MS)),
      b("tryAcquire", leased(LEASE_MS)),
      b("getPermits"),
      b("acquiredPermits"),
      { pass: SHORT_MS + 1_000 },
      b("acquiredPermits"),
      b("getPermits"),
    ],
  },
  {
    title: "the lease ran out, and another gets it",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", leased(SHORT_MS)),
      { pass: SHORT_MS - 1_000 },
      b("tryAcquire", leased(LEASE_MS)),
      { pass: 2_000 },
      b("tryAcquire", leased(LEASE_MS)),
      a("tryRelease", ids(1)),
      b("tryRelease", ids(2)),
    ],
  },
  {
    title: "given back when its lease was over",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", leased(SHORT_MS)),
      { pass: SHORT_MS + 1_000 },
      a("tryRelease", ids(1)),
      a("tryRelease", ids(1)),
      a("availablePermits"),
    ],
  },
  {
    title: "three leases ran out",
    steps: [
      a("trySetPermits", some(3)),
      a("tryAcquire", leased(SHORT_MS)),
      a("tryAcquire", leased(SHORT_MS + 1_000)),
      b("tryAcquire", leased(SHORT_MS + 2_000)),
      { pass: SHORT_MS + 4_000 },
      b("tryAcquire", leased(LEASE_MS)),
      a("availablePermits"),
      a("availablePermits"),
    ],
  },
  {
    title: "renewed",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", leased(LEASE_MS)),
      { pass: LEASE_MS / 2 },
      a("updateLeaseTime", { ids: [1], leaseMs: LEASE_MS }),
      { pass: LEASE_MS - SHORT_MS },
      b("tryAcquire", leased(SHORT_MS)),
      a("updateLeaseTime", { ids: [1], leaseMs: LEASE_MS }),
      { pass: LEASE_MS + SHORT_MS },
      a("updateLeaseTime", { ids: [1], leaseMs: LEASE_MS }),
      b("tryAcquire", leased(SHORT_MS)),
    ],
  },
  {
    title: "lengthened by another, and renewed",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", leased(LEASE_MS)),
      { redis: ["EVAL", LENGTHEN, 1, `{${NAME}}:timeout`, LONG_MS - LEASE_MS] },
      a("updateLeaseTime", { ids: [1], leaseMs: LEASE_MS }),
    ],
  },
  {
    title: "more and fewer",
    since: COUNTS_ALL,
    steps: [
      a("setPermits", some(3)),
      b("setPermits", some(3)),
      a("tryAcquire", leased(LEASE_MS)),
      b("tryAcquire", leased(LEASE_MS)),
      a("setPermits", some(1)),
      a("availablePermits"),
      a("tryRelease", ids(1)),
      a("getPermits"),
      b("setPermits", some(5)),
      a("addPermits", some(4)),
      a("addPermits", some(-2)),
      a("tryAcquire", leased(LEASE_MS)),
    ],
  },
  {
    title: "fewer than are leased, by two",
    since: COUNTS_ALL,
    steps: [
      a("setPermits", some(2)),
      a("tryAcquire", leased(LEASE_MS)),
      b("tryAcquire", leased(LEASE_MS)),
      b("setPermits", some(0)),
      a("tryRelease", ids(1)),
      b("tryAcquire", leased(LEASE_MS)),
      b("tryRelease", ids(2)),
    ],
  },
  {
    title: "deleted under a lease, and given back",
    steps: [
      a("trySetPermits", some(2)),
      a("tryAcquire", leased(LEASE_MS)),
      { redis: ["DEL", NAME] },
      a("tryRelease", ids(1)),
    ],
  },
  {
    title: "deleted under a lease, and set again",
    steps: [
      a("trySetPermits", some(2)),
      a("tryAcquire", leased(LEASE_MS)),
      { redis: ["DEL", NAME] },
      b("trySetPermits", some(2)),
      b("tryAcquire", leased(LEASE_MS)),
    ],
  },
  {
    title: "with a TTL, leased and added to",
    steps: [
      a("trySetPermits", some(2)),
      { redis: ["PEXPIRE", NAME, LONG_MS] },
      a("tryAcquire", leased(LEASE_MS)),
      a("addPermits", some(1)),
    ],
  },
  {
    title: "several at once",
    since: MANY,
    steps: [
      a("trySetPermits", some(3)),
      a("tryAcquireMany", many(2, LEASE_MS)),
      b("tryAcquireMany", many(2, LEASE_MS)),
      b("tryAcquire", leased(LEASE_MS)),
      a("releaseMany", ids(1, 2)),
      b("tryAcquireMany", many(2, LONG_MS)),
    ],
  },
  {
    title: "a list of which one is not leased",
    since: ALL_OR_NONE,
    steps: [
      a("trySetPermits", some(2)),
      a("tryAcquireMany", many(2, LEASE_MS)),
      a("tryRelease", ids(1)),
      a("releaseMany", ids(1, 2)),
      a("availablePermits"),
    ],
  },
  {
    title: "a list that has one twice",
    since: ALL_OR_NONE,
    steps: [
      a("trySetPermits", some(2)),
      a("tryAcquireMany", many(2, LEASE_MS)),
      a("releaseMany", ids(1, 1)),
      a("availablePermits"),
    ],
  },
  {
    title: "without a lease",
    steps: [a("trySetPermits", some(1)), a("tryAcquire"), b("tryAcquire"), a("tryRelease", ids(1))],
  },
  { title: "never set", steps: [a("availablePermits"), a("tryAcquire", leased(LEASE_MS))] },
  {
    title: "waited for",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", leased(LONG_MS)),
      b("tryAcquire", { waitMs: WAIT_MS, leaseMs: LEASE_MS, begins: true }),
      a("tryRelease", { ids: [1], letsIn: "B1" }),
      b("tryRelease", ids(2)),
    ],
  },
  {
    title: "waited for until some are added",
    steps: [
      a("trySetPermits", some(0)),
      b("tryAcquire", { waitMs: WAIT_MS, leaseMs: LEASE_MS, begins: true }),
      a("addPermits", some(2, { letsIn: "B1" })),
      a("availablePermits"),
    ],
  },
  {
    title: "waited for until a lease is over",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", leased(1_000)),
      b("tryAcquire", { waitMs: WAIT_MS, leaseMs: LEASE_MS, begins: true }),
      hasWaited("B1"),
      a("tryRelease", ids(1)),
    ],
  },
  {
    title: "waited for in vain",
    steps: [
      a("trySetPermits", some(1)),
      a("tryAcquire", leased(LEASE_MS)),
      b("tryAcquire", { waitMs: GIVES_UP_MS, leaseMs: LEASE_MS, begins: true }),
      hasWaited("B1"),
      a("tryRelease", ids(1)),
    ],
  },
  ...ODD_NAMES.map((name): Case => {
    return {
      title: `the name ${JSON.stringify(name)}`,
      name,
      steps: [
        a("trySetPermits", some(1)),
        b("tryAcquire", leased(LEASE_MS)),
        a("tryAcquire", leased(LEASE_MS)),
        b("tryRelease", ids(1)),
      ],
    };
  }),
];

function of(kind: CounterKind, cases: readonly Case[]): Sequence[] {
  return cases.map(({ title, name = NAME, ...one }) => ({ ...one, kind, name, title: `${kind}: ${title}` }));
}

export const COUNTER_SEQUENCES: readonly Sequence[] = [
  ...of("semaphore", SEMAPHORE),
  ...of("countDownLatch", LATCH),
  ...of("permitExpirableSemaphore", PERMITS),
];
