// The figures, as data: what each means, and why a package can be ahead of ours.

/** What `--only` names. Each measures all its figures. */
export const TASKS = ["cycle", "cpu", "handover", "size", "bills"] as const;
export type TaskId = (typeof TASKS)[number];

/** Simulated. */
export const ROUND_TRIP_MS = 20;

/** Of the bills. */
export const [MACHINES, CHATS] = [3, 50];

export interface Figure {
  readonly id: string;
  readonly task: TaskId;
  readonly column: string;
  /** In the table at a glance. */
  readonly title?: string;
  readonly better: "less" | "more";
  /** The 95th percentile stands beside the median. */
  readonly hasP95?: true;
}

export interface Section {
  readonly title: string;
  /** How it is measured. */
  readonly how: string;
  readonly figures: readonly Figure[];
  /** Why packages can be ahead. Printed only where one is. */
  readonly why: readonly { readonly ids: readonly string[]; readonly because: string }[];
}

const less = { better: "less" } as const;
const SOCKETS = ["redis-semaphore", "redlock", "redlock-universal", "verrou"];

export const SECTIONS = [
  {
    title: "One cycle",
    how: "An uncontended acquire and its release. `near`: without a round trip. `× scripts`: compared with the same scripts, sent bare by the same client. `× semaphore`: with redis-semaphore. `64 at once`: 64 locks in one process, which shares the cores with gateway and Redis.",
    figures: [
      { id: "requests", task: "cycle", column: "requests", title: "requests of a cycle", ...less },
      { id: "commands", task: "cycle", column: "commands", title: "commands of a cycle", ...less },
      { id: "cycle-far", task: "cycle", column: "ms", title: "cycle at the round trip, ms", ...less },
      { id: "cycle-near", task: "cycle", column: "ms, near", title: "cycle without a round trip, ms", ...less },
      { id: "over-scripts", task: "cycle", column: "× scripts", ...less },
      { id: "over-semaphore", task: "cycle", column: "× semaphore", ...less },
      { id: "speed-cycles", task: "cpu", column: "64 at once: 1/s", title: "cycles a second", better: "more" },
      { id: "speed-cpu", task: "cpu", column: "CPU µs", title: "processor time of a cycle, µs", ...less },
    ],
    why: [
      {
        ids: ["upstash-lock", "redisson", ...SOCKETS],
        because:
          "they keep no record of how a hold ended, so a repeated request can act twice, and a lost reply leaves the caller without an answer. A socket costs less processor time than HTTP requests, but edge code cannot keep one.",
      },
    ],
  },
  {
    title: "Hand-over",
    how: "Milliseconds from a release to the next grant. `2 × 1`: two processes with one caller each. `20 × 5`: 20 processes with 5 waiters each, which hold for 10 ms. `commands`: for each of these hand-overs. `idle`: commands a second while all wait. `sockets`: their connections.",
    figures: [
      { id: "handover-2x1", task: "handover", column: "2 × 1", title: "hand-over, 2 × 1, ms", ...less, hasP95: true },
      {
        ...{ id: "handover-2x1-slow", task: "handover", column: "2 × 1 at 100 ms" },
        ...{ title: "hand-over, 2 × 1 at 100 ms, ms", ...less, hasP95: true },
      },
      {
        id: "handover-20x5",
        task: "handover",
        column: "20 × 5",
        title: "hand-over, 20 × 5, ms",
        ...less,
        hasP95: true,
      },
      { id: "handover-20x5-p99", task: "handover", column: "p99", title: "hand-over, 20 × 5, p99, ms", ...less },
      {
        ...{ id: "handover-20x5-commands", task: "handover", column: "commands" },
        ...{ title: "commands of a hand-over, 20 × 5", ...less },
      },
      { id: "idle", task: "handover", column: "idle", title: "commands a second while 100 wait", ...less },
      { id: "connections", task: "handover", column: "sockets", title: "connections while 100 wait", ...less },
    ],
    why: [
      { ids: ["redis-semaphore"], because: "each waiter polls every 10 ms, which costs commands." },
      { ids: ["upstash-lock"], because: "it keeps no stream open." },
      {
        ids: ["redlock", "redlock-universal", "verrou"],
        because:
          "each waiter polls at its own moments, so one of many polls right after a release. None opens a stream.",
      },
      {
        ids: ["redisson"],
        because: "waiters sleep until a message or the end of the lease, and rely on their sockets.",
      },
    ],
  },
  {
    title: "Bundle and cold start",
    how: "Programs that import one lock and its client, minified and gzipped, and the time in which a new Node process loads them. `leasehound` is all of `createLocks`.",
    figures: [
      { id: "bundle", task: "size", column: "kB", title: "bundle, kB", ...less },
      { id: "start", task: "size", column: "start, ms", title: "cold start, ms", ...less },
    ],
    why: [
      {
        ids: ["upstash-lock", ...SOCKETS],
        because: "they have one kind of lock, where `createLocks` has thirteen.",
      },
    ],
  },
] as const satisfies readonly Section[];

/** Commands, for docs/audit/cost.md and the README. `times`: a month. */
export const BILLS = [
  { id: "bill-webhook", title: "a webhook: acquire, release; a million", times: 1_000_000 },
  {
    id: "bill-cron",
    title: `a cron each minute on ${MACHINES} machines, one of which works for half a second`,
    times: 43_200,
  },
  {
    id: "bill-chats",
    title: `${CHATS} chats of 60 s at once, all month, with leases of 30 s`,
    times: 43_200,
  },
] as const;

export type FigureId = (typeof SECTIONS)[number]["figures"][number]["id"] | (typeof BILLS)[number]["id"];
