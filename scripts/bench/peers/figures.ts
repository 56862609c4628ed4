// The figures, as data: what each means, how it is measured, and why a subject can be ahead of the default lock here.
import type { SubjectId } from "./subject.ts";

export interface Figure {
  readonly id: string;
  /** In the table of its section. */
  readonly column: string;
  readonly title: string;
  readonly unit: string;
  readonly better: "less" | "more";
  /** Compares only subjects with the same transport as ours. */
  readonly onlyHttp?: boolean;
}

export interface Section {
  /** The name for `--only`, and the task that measures all its figures. */
  readonly id: string;
  readonly title: string;
  /** How it is measured. */
  readonly how: string;
  readonly figures: readonly Figure[];
  /** Why a subject can be ahead. Printed only where it is. */
  readonly why: Partial<Record<SubjectId, string>>;
}

const SMALL_SCRIPT =
  "No record is kept of how a hold ended, so a request that is sent twice can act twice. A lost reply leaves the caller without an answer.";
const SOCKET = "A socket costs less processor time than HTTP requests. Edge code has no such socket to keep.";
const CROWD =
  "Waiters try at moments of their own, and one of them can try right after the release. The more of them wait, the sooner one does. While the lock stays held, all of them go on trying.";
const EVERY_10_MS = "Each waiter tries every 10 ms, and pays with commands: see the tables below.";
const NO_MESSAGE =
  "No message is needed. Waiters only pay for their tries while the hand-over lasts. While the lock stays held they pay more, as the next table shows.";
const IN_BETWEEN =
  "The caller that released tries again one round trip later. Waiters that poll get in between by chance.";
const NOBODY_TOLD =
  "No waiter is told of a release, so a dead one costs nothing. All that live go on trying while the lock stays held.";
const NO_STREAM = "It keeps no stream open, and its tries use the same connections again.";
const ONE_SOCKET = "All commands of a process go through one socket.";
const ONE_KIND =
  "Its program has one kind of lock, where `createLocks` has thirteen. The like of it is `leasehound, polling`.";
const RENEWS_LATE =
  "A lock is renewed after 80 % of its lease, and here after a third. A renewal that fails then has less time for another try.";

export const SECTIONS = [
  {
    id: "cycle",
    title: "One cycle",
    how: "An uncontended acquire and its release, one after the other, in turn with the other subjects. The floor is a bare `SET NX` and a bare script that deletes, over the same transport. Requests are HTTP requests.",
    figures: [
      { id: "requests", column: "requests", title: "requests of a cycle", unit: "", better: "less", onlyHttp: true },
      { id: "commands", column: "commands", title: "commands of a cycle", unit: "", better: "less" },
      { id: "cycle-far", column: "ms", title: "cycle at the round trip", unit: "ms", better: "less" },
      { id: "cycle-far-floor", column: "over the floor", title: "the same, over the floor", unit: "×", better: "less" },
      {
        id: "cycle-near",
        column: "ms, no round trip",
        title: "cycle without a round trip",
        unit: "ms",
        better: "less",
      },
      {
        id: "cycle-near-floor",
        column: "over its floor",
        title: "the same, over the floor",
        unit: "×",
        better: "less",
      },
    ],
    why: {
      "upstash-lock": SMALL_SCRIPT,
      "redis-semaphore": `${SMALL_SCRIPT} ${SOCKET}`,
      redlock: `${SMALL_SCRIPT} ${SOCKET}`,
      "redlock-universal": `${SMALL_SCRIPT} ${SOCKET}`,
      verrou: `${SMALL_SCRIPT} ${SOCKET}`,
      redisson: `Its release remembers less, and for less time. ${SOCKET}`,
    },
  },
  {
    id: "handover",
    title: "Hand-over",
    how: "From the call of release to the next holder's acquire. `2 × 1` and `3 × 1`: processes with one caller each. One of them holds, and the others wait, so every hand-over leaves a process. The release comes at even steps after the waiters settled. `1 waiter` to `200 waiters`: the holder and all waiters are in one process, where this package hands over in the request of the release. `20 × 5`: 20 processes with 5 waiters each. `100 × 1`: 100 threads with one waiter each, in 4 processes, because 100 processes do not fit on the machine. In both, the first holder is beside waiters. Several waiters: all wait, then each holds for 10 ms and releases. `100 ms` is the round trip of that column.",
    figures: [
      { id: "handover-2x1", column: "2 × 1", title: "hand-over, 2 × 1", unit: "ms", better: "less" },
      { id: "handover-3x1", column: "3 × 1", title: "hand-over, 3 × 1", unit: "ms", better: "less" },
      {
        id: "handover-2x1-slow",
        column: "2 × 1, 100 ms",
        title: "hand-over, 2 × 1 at 100 ms",
        unit: "ms",
        better: "less",
      },
      {
        id: "handover-3x1-slow",
        column: "3 × 1, 100 ms",
        title: "hand-over, 3 × 1 at 100 ms",
        unit: "ms",
        better: "less",
      },
      { id: "handover-1", column: "1 waiter", title: "hand-over, 1 waiter", unit: "ms", better: "less" },
      { id: "handover-10", column: "10 waiters", title: "hand-over, 10 waiters", unit: "ms", better: "less" },
      { id: "handover-50", column: "50 waiters", title: "hand-over, 50 waiters", unit: "ms", better: "less" },
      { id: "handover-200", column: "200 waiters", title: "hand-over, 200 waiters", unit: "ms", better: "less" },
      { id: "handover-20x5", column: "20 × 5", title: "hand-over, 20 × 5", unit: "ms", better: "less" },
      { id: "handover-100x1", column: "100 × 1", title: "hand-over, 100 × 1", unit: "ms", better: "less" },
    ],
    why: {
      "upstash-lock": CROWD,
      redlock: CROWD,
      "redlock-universal": CROWD,
      verrou: CROWD,
      "redis-semaphore": EVERY_10_MS,
      redisson:
        "It also waits for a message and sends one request. Its two sockets stay open in a process that does not end.",
    },
  },
  {
    id: "slowest",
    title: "Slow hand-overs and long waits",
    how: "`20 × 5, p99` and `100 × 1, p99`: the 99th percentile of the hand-overs of these queues. The other columns have the longest time from a call of acquire to its grant, or to the end of the measurement, among greedy callers. They acquire, hold for 5 ms and release in a loop, for 5 s.",
    figures: [
      { id: "slowest-20x5", column: "20 × 5, p99 ms", title: "hand-over, 20 × 5, p99", unit: "ms", better: "less" },
      { id: "slowest-100x1", column: "100 × 1, p99 ms", title: "hand-over, 100 × 1, p99", unit: "ms", better: "less" },
      { id: "wait-10", column: "10 callers, s", title: "longest wait, 10 greedy callers", unit: "s", better: "less" },
      { id: "wait-20x5", column: "20 × 5, s", title: "longest wait, 20 × 5 greedy", unit: "s", better: "less" },
    ],
    why: {
      "upstash-lock": CROWD,
      redlock: CROWD,
      "redlock-universal": CROWD,
      verrou: CROWD,
      "redis-semaphore": EVERY_10_MS,
      redisson: "A release wakes one thread of each client, and each of them tries at once.",
    },
  },
  {
    id: "dead",
    title: "Waiters that die",
    how: "`100 × 1`, but 25 of the isolates are killed while all wait. The first holder does not wait. Hand-overs are those among the others. If the lock stayed free to the end of the measurement, that time counts as a hand-over: at most 20 s. `half open`: the killed isolates' connections stay open, as after a power failure. It is measured for this package alone, because a waiter that polls depends on no connection of another waiter. Redisson is left out, because its isolates share a process.",
    figures: [
      { id: "dead-100x1", column: "ms", title: "hand-over, 25 of 100 × 1 killed", unit: "ms", better: "less" },
      { id: "dead-p99", column: "p99 ms", title: "the same, p99", unit: "ms", better: "less" },
      {
        id: "dead-open-p99",
        column: "half open, p99 ms",
        title: "the same, half open, p99",
        unit: "ms",
        better: "less",
      },
    ],
    why: {
      "upstash-lock": NOBODY_TOLD,
      redlock: NOBODY_TOLD,
      "redlock-universal": NOBODY_TOLD,
      verrou: NOBODY_TOLD,
      "redis-semaphore": `${NOBODY_TOLD} ${EVERY_10_MS}`,
    },
  },
  {
    id: "commands",
    title: "Commands of a hand-over",
    how: "The same queues of waiters: all commands from the first release on, divided by the number of hand-overs. It contains the release, the next acquire, and the tries of those that wait.",
    figures: [
      {
        id: "handover-50-commands",
        column: "50 waiters",
        title: "commands a hand-over, 50 waiters",
        unit: "",
        better: "less",
      },
      {
        id: "handover-200-commands",
        column: "200 waiters",
        title: "commands a hand-over, 200 waiters",
        unit: "",
        better: "less",
      },
      {
        id: "handover-20x5-commands",
        column: "20 × 5",
        title: "commands a hand-over, 20 × 5",
        unit: "",
        better: "less",
      },
      {
        id: "handover-100x1-commands",
        column: "100 × 1",
        title: "commands a hand-over, 100 × 1",
        unit: "",
        better: "less",
      },
    ],
    why: {
      "upstash-lock": NO_MESSAGE,
      redlock: NO_MESSAGE,
      "redlock-universal": NO_MESSAGE,
      verrou: NO_MESSAGE,
      "redis-semaphore": NO_MESSAGE,
      redisson:
        "Its scripts remember less. A release wakes one thread of each client. A refused thread sleeps again after one command.",
    },
  },
  {
    id: "idle",
    title: "Idle waiting",
    how: "Commands a second while the lock stays held and all wait. The count starts after every waiter settled, and takes up to 10 s.",
    figures: [
      { id: "idle-1", column: "1 waiter", title: "commands/s, 1 waiter", unit: "1/s", better: "less" },
      { id: "idle-50", column: "50 waiters", title: "commands/s, 50 waiters", unit: "1/s", better: "less" },
      { id: "idle-200", column: "200 waiters", title: "commands/s, 200 waiters", unit: "1/s", better: "less" },
      { id: "idle-20x5", column: "20 × 5", title: "commands/s, 20 × 5", unit: "1/s", better: "less" },
      { id: "idle-100x1", column: "100 × 1", title: "commands/s, 100 × 1", unit: "1/s", better: "less" },
    ],
    why: {
      redisson:
        "Its waiters sleep until a message or the end of the lease. They never ask in between, because they rely on their sockets.",
    },
  },
  {
    id: "connections",
    title: "Open connections",
    how: "Connections to the database, of all isolates together, at the end of the same wait. A connection of an HTTP client that has been idle for some seconds is closed.",
    figures: [
      { id: "connections-1", column: "1 waiter", title: "connections, 1 waiter", unit: "", better: "less" },
      { id: "connections-50", column: "50 waiters", title: "connections, 50 waiters", unit: "", better: "less" },
      { id: "connections-200", column: "200 waiters", title: "connections, 200 waiters", unit: "", better: "less" },
      { id: "connections-20x5", column: "20 × 5", title: "connections, 20 × 5", unit: "", better: "less" },
      { id: "connections-100x1", column: "100 × 1", title: "connections, 100 × 1", unit: "", better: "less" },
    ],
    why: {
      "upstash-lock": NO_STREAM,
      "redis-semaphore": ONE_SOCKET,
      redlock: ONE_SOCKET,
      "redlock-universal": ONE_SOCKET,
      verrou: ONE_SOCKET,
      redisson: "A client keeps few sockets, whatever the number of its threads.",
    },
  },
  {
    id: "fairness",
    title: "Fairness",
    how: "Greedy callers acquire, hold for 5 ms and release in a loop. The figure is Jain's index of their grants, as a share of the highest index that so many grants allow: 1 is even. `leasehound, fair` is the lock for callers that need an order.",
    figures: [
      { id: "fairness-10", column: "10 callers", title: "fairness, 10 callers", unit: "", better: "more" },
      { id: "fairness-20x5", column: "20 × 5", title: "fairness, 20 × 5", unit: "", better: "more" },
    ],
    why: {
      "upstash-lock": IN_BETWEEN,
      "redis-semaphore": IN_BETWEEN,
      redlock: IN_BETWEEN,
      "redlock-universal": IN_BETWEEN,
      verrou: IN_BETWEEN,
      redisson: "The woken thread and the thread that released try at about the same moment, and chance decides.",
    },
  },
  {
    id: "renewal",
    title: "Renewal of 10,000 locks",
    how: "One process holds 10,000 locks with a lease of 30 s, and renews each with the means of its package, without a simulated round trip. Packages without a renewal of their own are left out.",
    figures: [
      {
        id: "renewal-cpu",
        column: "processor ms/s",
        title: "10,000 renewed: processor time",
        unit: "ms/s",
        better: "less",
      },
      {
        id: "renewal-requests",
        column: "requests/s",
        title: "10,000 renewed: requests",
        unit: "1/s",
        better: "less",
        onlyHttp: true,
      },
      { id: "renewal-commands", column: "commands/s", title: "10,000 renewed: commands", unit: "1/s", better: "less" },
      {
        id: "renewal-heap",
        column: "heap kB a hold",
        title: "10,000 renewed: heap of a hold",
        unit: "kB",
        better: "less",
      },
    ],
    why: {
      "redis-semaphore": `${RENEWS_LATE} ${SOCKET}`,
      "redlock-universal": `${RENEWS_LATE} ${SOCKET}`,
    },
  },
  {
    id: "speed",
    title: "Cycles a second",
    how: "Cycles of 64 different locks at once, from one process, without a simulated round trip. Gateway, Redis and process share the cores. The rows of `leasehound` and its fair lock are from before their scripts of one tick shared a request: [cost.md](cost.md#many-locks-in-flight) has newer ones.",
    figures: [
      { id: "speed-cycles", column: "cycles/s", title: "cycles a second", unit: "1/s", better: "more" },
      {
        id: "speed-cpu",
        column: "processor µs a cycle",
        title: "processor time of a cycle",
        unit: "µs",
        better: "less",
      },
    ],
    why: {
      "upstash-lock": "Its cycle is two commands, and here it is two scripts, which run ten.",
      "redis-semaphore": SOCKET,
      redlock: SOCKET,
      "redlock-universal": SOCKET,
      verrou: SOCKET,
    },
  },
  {
    id: "size",
    title: "Bundle and cold start",
    how: "Programs that import one lock and its client, bundled, minified and gzipped. `leasehound` is all of `createLocks`, and `leasehound, polling` is `createClient` with `lock`. `leasehound/light` is `createLightLocks`. The cold start is the time in which a new Node process compiles and runs the bundle.",
    figures: [
      { id: "size-bundle", column: "bundle kB", title: "bundle", unit: "kB", better: "less" },
      { id: "size-start", column: "start ms", title: "cold start", unit: "ms", better: "less" },
    ],
    why: {
      "upstash-lock": "It has two short scripts, no renewal, no streams and few checks.",
      "redis-semaphore": ONE_KIND,
      redlock: ONE_KIND,
      "redlock-universal": ONE_KIND,
      verrou: ONE_KIND,
    },
  },
] as const satisfies readonly Section[];

export type SectionId = (typeof SECTIONS)[number]["id"];
export type FigureId = (typeof SECTIONS)[number]["figures"][number]["id"];
