// The rows of semaphores, of permits with leases, and of latches.
import { expect } from "vitest";
import type { CountDownLatch, Locks, PermitExpirableSemaphore, Semaphore } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { gate } from "../../../support/gate.ts";
import { HANGS, PERSISTENT } from "./columns.ts";
import { abortedBy, codeOf, given } from "./locks.ts";
import { type CallOptions, type End, type Kept, LEASE_MS, type Row, type Step, withoutEnd } from "./row.ts";

/** Permits have no lease: the cancel is repeated until it arrives. */
const FREED = { "no reply, and no arrival of its cancel": { code: "REDIS_UNREACHABLE", leaves: "before" } } as const;
/** The next request about the permits frees those whose lease has ended. */
const LATER = withoutEnd("no reply, and no arrival of its cancel");

/** Rows of one class of counters. `set`: makes the state before the call. */
interface Plan<Counter> extends Omit<Row, "start"> {
  set(counter: Counter): Promise<unknown>;
  make(counter: Counter, options: CallOptions, set: unknown): Promise<unknown>;
  later(counter: Counter, set: unknown): readonly Step[];
}

function rowsOf<Counter>(of: (locks: Locks, name: string) => Counter, plans: readonly Plan<Counter>[]): Row[] {
  return plans.map(({ set, make, later, ...row }) => ({
    ...row,
    async start(redis, name) {
      const counter = of(createLocks({ redis, leaseMs: LEASE_MS }), name);
      const known = await set(counter);
      return { call: (options) => make(counter, options, known), later: later(counter, known) };
    },
  }));
}

const permits = (count: number): Kept => ({ x: String(count) });

export const SEMAPHORE_ROWS = rowsOf<Semaphore>(
  (locks, name) => locks.semaphore(name),
  [
    {
      ...{ call: "acquire of two permits", sort: "takes", gives: undefined },
      ...{ before: permits(5), after: permits(3), last: permits(5) },
      ends: FREED,
      set: (semaphore) => semaphore.trySetPermits(5),
      make: (semaphore, { signal }) => semaphore.acquire(2, abortedBy(signal)).then(() => undefined),
      later: (semaphore) => [
        async () => semaphore.addPermits(5 - (await semaphore.availablePermits())),
        () => semaphore.acquire(5),
        () => semaphore.release(5),
      ],
    },
    {
      ...{ call: "last attempt for permits that others have", sort: "takes", gives: false },
      ...{ before: permits(0), after: permits(0), last: permits(5) },
      ends: { ...FREED, ...withoutEnd(...HANGS) },
      async set(semaphore) {
        await semaphore.trySetPermits(5);
        await semaphore.acquire(5);
      },
      make: (semaphore, { signal }) => semaphore.tryAcquire(1, abortedBy(signal)),
      later: (semaphore) => [() => semaphore.release(5)],
    },
    {
      ...{ call: "acquire of permits that nobody has set", sort: "takes", gives: "PERMITS_UNSET" },
      ...{ before: {}, after: {}, last: permits(1) },
      ends: FREED,
      set: async () => {},
      make: (semaphore, { signal }) => semaphore.acquire(1, abortedBy(signal)).catch(codeOf("PERMITS_UNSET")),
      later: (semaphore) => [() => semaphore.trySetPermits(1)],
    },
    {
      ...{ call: "release of two permits", sort: "changes", gives: undefined },
      ...{ before: permits(2), after: permits(4), last: permits(0) },
      ends: Object.fromEntries(HANGS.map((fault): [string, End] => [fault, { leaves: "after" }])),
      async set(semaphore) {
        await semaphore.trySetPermits(5);
        await semaphore.acquire(3);
      },
      make: (semaphore) => semaphore.release(2),
      later: (semaphore) => [() => semaphore.acquire(2), () => semaphore.drainPermits()],
    },
    {
      ...{ call: "setting of permits", sort: "changes", gives: true },
      ...{ before: {}, after: permits(5), last: permits(0) },
      set: async () => {},
      make: (semaphore) => semaphore.trySetPermits(5),
      later: (semaphore) => [
        () => semaphore.trySetPermits(5),
        () => semaphore.acquire(2),
        () => semaphore.drainPermits(),
      ],
    },
    {
      ...{ call: "addition of permits", sort: "changes", gives: undefined },
      ...{ before: permits(5), after: permits(4), last: permits(0) },
      set: (semaphore) => semaphore.trySetPermits(5),
      make: (semaphore) => semaphore.addPermits(-1),
      later: (semaphore) => [() => semaphore.acquire(2), () => semaphore.drainPermits()],
    },
    {
      ...{ call: "drain of permits", sort: "changes", gives: 5 },
      ...{ before: permits(5), after: permits(0) },
      set: (semaphore) => semaphore.trySetPermits(5),
      make: (semaphore) => semaphore.drainPermits(),
      last: permits(1),
      later: (semaphore) => [
        () => semaphore.addPermits(2),
        () => semaphore.drainPermits(),
        () => semaphore.addPermits(1),
      ],
    },
    {
      ...{ call: "question for permits", sort: "changes", gives: 5, before: permits(5), after: permits(5) },
      ends: withoutEnd(...HANGS),
      set: (semaphore) => semaphore.trySetPermits(5),
      make: (semaphore) => semaphore.availablePermits(),
      last: permits(0),
      later: (semaphore) => [() => semaphore.drainPermits()],
    },
  ],
);

/** The option makes an acquire set them: it finds none set, sets them, and acquires. */
export const OPTION_ROWS: readonly Row[] = rowsOf<Semaphore>(
  (locks, name) => locks.semaphore(name, { permits: 5 }),
  [
    {
      ...{ call: "acquire of permits of an option", sort: "takes", requests: 3, gives: undefined },
      ...{ before: {}, after: permits(3), last: permits(0) },
      ends: withoutEnd(...PERSISTENT, "no arrival", ...[1, 2, 3].map((nth) => `no reply, from request ${nth}`)),
      set: async () => {},
      make: (semaphore, { signal }) => semaphore.acquire(2, abortedBy(signal)).then(() => undefined),
      later: (semaphore) => [() => semaphore.acquire(1), () => semaphore.drainPermits()],
    },
  ],
);

const leased = (available: number, leases: number): Kept => ({
  x: String(available),
  ...(leases > 0 && { "{x}:timeout": leases }),
});
const PERMIT = expect.objectContaining({ id: expect.any(String) });
/** Others take all permits that are left, and give them back. */
const takeAll = (semaphore: PermitExpirableSemaphore): Step[] => {
  let taken: readonly { release(): Promise<unknown> }[] = [];
  return [
    async () => {
      taken = await semaphore.acquireMany(await semaphore.availablePermits());
    },
    () => Promise.all(taken.map((permit) => permit.release())),
  ];
};
const releaseMany: Step = async (got) => {
  for (const permit of Array.isArray(got) ? got : [got]) await given(permit);
};

export const PERMIT_ROWS = rowsOf<PermitExpirableSemaphore>(
  (locks, name) => locks.permitExpirableSemaphore(name),
  [
    {
      ...{ call: "acquire of a permit with a lease", sort: "takes", gives: PERMIT },
      ...{ before: leased(5, 0), after: leased(4, 1), last: leased(5, 0), ends: LATER },
      set: (semaphore) => semaphore.setPermits(5),
      make: (semaphore, { signal }) => semaphore.acquire(abortedBy(signal)),
      later: (semaphore) => [releaseMany, ...takeAll(semaphore)],
    },
    {
      ...{ call: "acquire of three permits with a lease", sort: "takes", gives: [PERMIT, PERMIT, PERMIT] },
      ...{ before: leased(4, 1), after: leased(1, 4), last: leased(5, 0), ends: LATER },
      async set(semaphore) {
        await semaphore.setPermits(5);
        return semaphore.acquire();
      },
      make: (semaphore, { signal }) => semaphore.acquireMany(3, abortedBy(signal)),
      later: (semaphore, other) => [releaseMany, () => given(other), ...takeAll(semaphore)],
    },
    {
      ...{ call: "last attempt for permits with a lease that others have", sort: "takes", gives: null },
      ...{ before: leased(0, 1), after: leased(0, 1), last: leased(1, 0), ends: withoutEnd(...HANGS) },
      async set(semaphore) {
        await semaphore.setPermits(1);
        return semaphore.acquire();
      },
      make: (semaphore, { signal }) => semaphore.tryAcquire(abortedBy(signal)),
      later: (semaphore, other) => [() => given(other), ...takeAll(semaphore)],
    },
    ...(["by itself", "by its id", "in a list"] as const).map((how): Plan<PermitExpirableSemaphore> => {
      const idOf = (permit: unknown): string => (permit instanceof Object && "id" in permit ? String(permit.id) : "");
      return {
        ...{ call: `release of a permit with a lease, ${how}`, sort: how === "by itself" ? "releases" : "changes" },
        gives: expect.objectContaining({ outcome: "released" }),
        ...{ before: leased(4, 1), after: leased(5, 0), last: leased(5, 0) },
        async set(semaphore) {
          await semaphore.setPermits(5);
          return semaphore.acquire();
        },
        async make(semaphore, _, permit) {
          if (how === "by its id") return semaphore.release(idOf(permit));
          if (how === "in a list") return semaphore.release([idOf(permit)]);
          return permit instanceof Object && "release" in permit && permit.release instanceof Function
            ? permit.release()
            : undefined;
        },
        later: (semaphore, permit) => [() => given(permit), ...takeAll(semaphore)],
      };
    }),
    {
      ...{ call: "refused release of a list of permits", sort: "changes" },
      gives: expect.objectContaining({ outcome: "expired" }),
      ...{ before: leased(4, 1), after: leased(4, 1), last: leased(5, 0) },
      async set(semaphore) {
        await semaphore.setPermits(5);
        return semaphore.acquire();
      },
      make: (semaphore, _, permit) => semaphore.release([String(Object(permit).id), "ab".repeat(16)]),
      later: (semaphore, permit) => [() => given(permit), ...takeAll(semaphore)],
    },
    {
      ...{ call: "acquire of permits with a lease that nobody has set", sort: "takes", gives: "PERMITS_UNSET" },
      ...{ before: {}, after: {}, last: leased(1, 0) },
      set: async () => {},
      make: (semaphore, { signal }) => semaphore.acquire(abortedBy(signal)).catch(codeOf("PERMITS_UNSET")),
      later: (semaphore) => [() => semaphore.trySetPermits(1)],
    },
    {
      ...{ call: "renewal of a permit with a lease", sort: "changes", gives: expect.any(Number) },
      ...{ before: leased(4, 1), after: leased(4, 1), last: leased(5, 0), overtaken: "NOT_HELD" },
      async set(semaphore) {
        await semaphore.setPermits(5);
        return semaphore.acquire();
      },
      make: async (_, __, permit) => Object(permit).renew(),
      later: (semaphore, permit) => [() => given(permit), ...takeAll(semaphore)],
    },
    {
      ...{ call: "setting of permits with a lease", sort: "changes", gives: undefined },
      ...{ before: leased(2, 1), after: leased(6, 1), last: leased(0, 1) },
      async set(semaphore) {
        await semaphore.setPermits(3);
        await semaphore.acquire();
      },
      make: (semaphore) => semaphore.setPermits(7),
      later: (semaphore) => [() => semaphore.setPermits(4), () => semaphore.setPermits(1)],
    },
    {
      ...{ call: "addition of permits with a lease", sort: "changes", gives: undefined },
      ...{ before: leased(3, 0), after: leased(7, 0), last: leased(2, 0) },
      set: (semaphore) => semaphore.setPermits(3),
      make: (semaphore) => semaphore.addPermits(4),
      later: (semaphore) => [() => semaphore.setPermits(2)],
    },
    {
      ...{ call: "first setting of permits with a lease", sort: "changes", gives: true },
      ...{ before: {}, after: leased(3, 0), last: leased(2, 0) },
      set: async () => {},
      make: (semaphore) => semaphore.trySetPermits(3),
      later: (semaphore) => [() => semaphore.setPermits(2)],
    },
  ],
);

export const LATCH_ROWS = rowsOf<CountDownLatch>(
  (locks, name) => locks.countDownLatch(name),
  [
    {
      ...{ call: "count of a latch", sort: "changes", gives: undefined, before: permits(3), after: permits(2) },
      set: (latch) => latch.trySetCount(3),
      make: (latch) => latch.countDown(),
      later: (latch) => [() => latch.delete(), () => latch.trySetCount(5), () => latch.delete()],
    },
    {
      ...{ call: "last count of a latch", sort: "changes", gives: undefined, before: permits(1), after: {} },
      set: (latch) => latch.trySetCount(1),
      make: (latch) => latch.countDown(),
      later: (latch) => [() => latch.delete(), () => latch.trySetCount(5), () => latch.delete()],
    },
    {
      ...{ call: "count of an open latch", sort: "changes", gives: undefined, before: {}, after: {} },
      set: async () => {},
      make: (latch) => latch.countDown(),
      later: (latch) => [() => latch.trySetCount(5), () => latch.delete()],
    },
    {
      ...{ call: "closing of a latch", sort: "changes", gives: true, before: {}, after: permits(4) },
      set: async () => {},
      make: (latch) => latch.trySetCount(4),
      later: (latch) => [() => latch.delete(), () => latch.trySetCount(2), () => latch.delete()],
    },
    {
      ...{ call: "opening of a latch", sort: "changes", gives: true, before: permits(4), after: {} },
      set: (latch) => latch.trySetCount(4),
      make: (latch) => latch.delete(),
      later: (latch) => [() => latch.delete(), () => latch.trySetCount(3), () => latch.delete()],
    },
    {
      ...{ call: "wait for a latch", sort: "changes", gives: undefined, before: permits(1), after: {} },
      ...{ arms: true, undone: {}, ends: withoutEnd(...PERSISTENT) },
      set: async (latch) => {
        await latch.trySetCount(1);
      },
      async make(latch, { arm }) {
        const { opened, open } = gate();
        const waiting = latch.wait({ waitMs: 60_000, wait: "poll", onWait: open });
        waiting.catch(() => {});
        await opened;
        await latch.delete();
        await arm();
        return waiting.then(() => undefined);
      },
      later: (latch) => [() => latch.trySetCount(3), () => latch.delete()],
    },
    {
      ...{ call: "question for an open latch", sort: "changes", gives: undefined, before: {}, after: {} },
      set: async () => {},
      make: (latch) => latch.wait().then(() => undefined),
      later: (latch) => [() => latch.trySetCount(3), () => latch.delete()],
    },
  ],
);
