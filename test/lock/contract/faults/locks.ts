// The rows of the kinds of locks.
import { expect } from "vitest";
import { isLockError, type Lock } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { gate } from "../../../support/gate.ts";
import type { Endpoint } from "../../../support/rest.ts";
import type { ExclusiveKind, ReadWriteMethod } from "../kinds.ts";
import { HANGS, PERSISTENT } from "./columns.ts";
import { type CallOptions, type Kept, LEASE_MS, type Row, type Step, withoutEnd } from "./row.ts";

const ME = "me:1";
const HOLD = expect.objectContaining({ holdCount: 1 });
const SECOND_HOLD = expect.objectContaining({ holdCount: 2 });
const RELEASED = { outcome: "released", holdCount: 0 };

/** The rows of a kind whose scripts are its own. */
export function lockRows(kind: ExclusiveKind): readonly Row[] {
  const { name } = kind;
  const lockOf = (redis: Endpoint, key: string): Lock => kind.lock(createLocks({ redis, leaseMs: LEASE_MS }), key);
  // It stays until the lease ends, as in Redisson.
  const timeouts = (owner: string): Kept => (kind.shared ? { [`{x}:${owner}:rwlock_timeout:1`]: "1" } : {});
  const held = (owner: string): Kept => ({ x: kind.hashOf(owner), ...timeouts(owner) });
  const mine = held(ME);
  /** A call about a hold of this owner that another owner's hold follows. */
  const aboutMine = (
    call: string,
    row: Pick<Row, "sort" | "gives" | "after"> & Partial<Row>,
    make: (lock: Lock, hold: Awaited<ReturnType<Lock["acquire"]>>) => Promise<unknown>,
  ): Row => ({
    call: `${call} of a ${name}`,
    before: mine,
    ...row,
    async start(redis, key) {
      const lock = lockOf(redis, key);
      const hold = await lock.acquire({ owner: ME });
      return { call: () => make(lock, hold), later: [() => hold.release(), ...again(lock), ...others(lock)] };
    },
  });
  const rows: Row[] = [
    ...acquireRows(kind),
    {
      call: `last attempt for a ${name} that another owner holds`,
      sort: "takes",
      gives: null,
      before: held("other:1"),
      after: held("other:1"),
      ends: withoutEnd(...HANGS),
      async start(redis, key) {
        const lock = lockOf(redis, key);
        const hold = await lock.acquire({ owner: "other:1" });
        return {
          call: ({ signal }) => lock.tryAcquire(abortedBy(signal)),
          later: [() => hold.release(), ...others(lock)],
        };
      },
    },
    aboutMine("release", { sort: "releases", gives: RELEASED, after: {} }, (_, hold) => hold.release()),
    aboutMine("release by its owner", { sort: "changes", gives: true, after: {} }, (lock) => lock.releaseOwner(ME)),
    aboutMine("release by force", { sort: "changes", gives: true, after: timeouts(ME) }, (lock) => lock.forceRelease()),
    aboutMine(
      "renewal",
      { sort: "changes", gives: expect.any(Number), after: mine, overtaken: "NOT_HELD" },
      (_, hold) => hold.renew(),
    ),
    aboutMine("renewal by its owner", { sort: "changes", gives: true, after: mine }, (lock) =>
      lock.renewOwner(ME, { leaseMs: 90_000 }),
    ),
    aboutMine("check", { sort: "changes", gives: true, after: mine, ends: withoutEnd(...HANGS) }, (_, hold) =>
      hold.check(),
    ),
    aboutMine(
      "inspection",
      { sort: "changes", gives: expect.any(Object), after: mine, ends: withoutEnd(...HANGS) },
      (lock) => lock.inspect(),
    ),
  ];
  // Readers exclude no reader.
  return rows.filter(({ call }) => !(kind.shared && call.startsWith("last attempt")));
}

/** The rows of the acquires of a kind, which may be all that it has alone. */
export function acquireRows(kind: ExclusiveKind): readonly Row[] {
  const { name } = kind;
  const lockOf = (redis: Endpoint, key: string): Lock => kind.lock(createLocks({ redis, leaseMs: LEASE_MS }), key);
  const held = (owner: string, holds = 1): Kept => ({
    x: Object.fromEntries(
      Object.entries(kind.hashOf(owner)).map(([field, value]) => [field, value === "1" ? String(holds) : value]),
    ),
    ...(kind.shared && { [`{x}:${owner}:rwlock_timeout:1`]: "1" }),
    ...(kind.shared && holds > 1 && { [`{x}:${owner}:rwlock_timeout:2`]: "1" }),
  });
  const acquire = (owner: string | undefined): Row => ({
    call: `acquire of a ${name} by a ${owner === undefined ? "new" : "passed"} owner`,
    sort: "takes",
    gives: HOLD,
    before: {},
    after: held(owner ?? "made"),
    async start(redis, key) {
      const lock = lockOf(redis, key);
      return {
        call: ({ signal }) => lock.acquire({ ...abortedBy(signal), ...(owner !== undefined && { owner }) }),
        later: [given, ...others(lock)],
      };
    },
  });
  const rows: Row[] = [
    acquire(undefined),
    acquire(ME),
    {
      call: `acquire of a ${name} by its holder`,
      sort: "takes",
      gives: kind.reentrant ? SECOND_HOLD : "ALREADY_HELD",
      // The lease of the outer hold ends, too.
      ends: withoutEnd("no reply, and no arrival of its cancel"),
      before: held(ME),
      after: held(ME, kind.reentrant ? 2 : 1),
      async start(redis, key) {
        const lock = lockOf(redis, key);
        const outer = await lock.acquire({ owner: ME });
        const call = ({ signal }: CallOptions): Promise<unknown> =>
          lock.acquire({ ...abortedBy(signal), owner: ME }).catch(codeOf("ALREADY_HELD"));
        return { call, later: [given, () => outer.release(), ...others(lock)] };
      },
    },
    ...(kind.reentrant ? [partialRelease()] : []),
    {
      call: `acquire of a ${name} after a wait`,
      sort: "takes",
      arms: true,
      // An earlier attempt, which was refused, may take the lock late if no cancel arrives.
      ends: withoutEnd(...PERSISTENT),
      gives: HOLD,
      before: held("other:1"),
      undone: {},
      after: held(ME),
      async start(redis, key) {
        const lock = lockOf(redis, key);
        const hold = await lock.acquire({ owner: "other:1" });
        return {
          async call({ arm }) {
            const { opened, open } = gate();
            const got = lock.acquire({ owner: ME, waitMs: 60_000, wait: "poll", onWait: open });
            got.catch(() => {});
            await opened;
            await hold.release();
            await arm();
            return got;
          },
          later: [given, ...others(lock)],
        };
      },
    },
    {
      call: `end of a wait for a ${name}`,
      sort: "takes",
      arms: true,
      gives: "LOCK_BUSY",
      // Less of the wait is left than an attempt may take.
      ends: withoutEnd(...PERSISTENT, ...HANGS),
      before: held("other:1"),
      after: held("other:1"),
      async start(redis, key) {
        const lock = lockOf(redis, key);
        const other = await lock.acquire({ owner: "other:1" });
        return {
          async call({ arm }) {
            const { opened, open } = gate();
            const got = lock.acquire({ owner: ME, waitMs: 700, wait: "poll", onWait: open }).catch(codeOf("LOCK_BUSY"));
            got.catch(() => {});
            await opened;
            await arm();
            return got;
          },
          later: [() => other.release(), ...others(lock)],
        };
      },
    },
  ];
  return rows.filter(({ call }) => !(kind.shared && / wait/.test(call)));

  function partialRelease(): Row {
    return {
      call: `partial release of a ${name}`,
      sort: "releases",
      gives: { outcome: "still-held", holdCount: 1 },
      before: held(ME, 2),
      after: held(ME),
      async start(redis, key) {
        const lock = lockOf(redis, key);
        const outer = await lock.acquire({ owner: ME });
        const inner = await lock.acquire({ owner: ME });
        return {
          call: () => inner.release(),
          later: [() => inner.release(), () => outer.release(), ...again(lock), ...others(lock)],
        };
      },
    };
  }
}

/** A waiter stands in the queue once. */
export const QUEUE_ROWS: readonly Row[] = [
  {
    call: "start of a wait for a fair lock",
    sort: "takes",
    gives: "waits",
    before: { x: { "other:1": "1" } },
    after: { "redisson_lock_queue:{x}": [ME], "redisson_lock_timeout:{x}": 1, x: { "other:1": "1" } },
    ends: withoutEnd("no reply, and no arrival of its cancel"),
    async start(redis, key) {
      const lock = createLocks({ redis, leaseMs: LEASE_MS }).fairLock(key);
      const other = await lock.acquire({ owner: "other:1" });
      const stop = new AbortController();
      let ended: Promise<unknown> = Promise.resolve();
      return {
        async call({ signal }) {
          const { opened, open } = gate();
          const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
          const got = lock.acquire({ owner: ME, waitMs: 60_000, wait: "poll", onWait: open, signal: either });
          ended = got.catch(() => {});
          return Promise.race([opened.then(() => "waits"), got]);
        },
        later: [
          () => {
            stop.abort();
            return ended;
          },
          () => other.release(),
          ...others(lock),
        ],
      };
    },
  },
];

/** The rows of a read/write lock whose holders are of both sides. */
export function bothSidesRows(method: ReadWriteMethod): readonly Row[] {
  const sides = (redis: Endpoint, key: string) => {
    const lock = createLocks({ redis, leaseMs: LEASE_MS })[method](key);
    return { read: lock.readLock(), write: lock.writeLock() };
  };
  const timeout = (owner: string): Kept => ({ [`{x}:${owner}:rwlock_timeout:1`]: "1" });
  const reader = (owner: string): Kept => ({ x: { [owner]: "1", mode: "read" }, ...timeout(owner) });
  return [
    {
      ...{ call: `acquire of a read lock beside another reader, ${method}`, sort: "takes", gives: HOLD },
      before: reader("other:1"),
      after: { x: { [ME]: "1", mode: "read", "other:1": "1" }, ...timeout(ME), ...timeout("other:1") },
      ends: withoutEnd("no reply, and no arrival of its cancel"),
      async start(redis, key) {
        const { read, write } = sides(redis, key);
        const other = await read.acquire({ owner: "other:1" });
        return {
          call: ({ signal }) => read.acquire({ owner: ME, ...abortedBy(signal) }),
          later: [given, ...again(read), () => other.release(), ...others(write)],
        };
      },
    },
    {
      ...{ call: `acquire of a read lock by its writer, ${method}`, sort: "takes", gives: HOLD },
      before: { x: { [`${ME}:write`]: "1", mode: "write" } },
      after: { x: { [ME]: "1", [`${ME}:write`]: "1", mode: "write" }, ...timeout(ME) },
      ends: withoutEnd("no reply, and no arrival of its cancel"),
      async start(redis, key) {
        const { read, write } = sides(redis, key);
        const writer = await write.acquire({ owner: ME });
        return {
          call: ({ signal }) => read.acquire({ owner: ME, ...abortedBy(signal) }),
          later: [given, () => writer.release(), ...others(write)],
        };
      },
    },
    {
      ...{ call: `downgrade, ${method}`, sort: "releases", gives: RELEASED },
      before: { x: { [ME]: "1", [`${ME}:write`]: "1", mode: "write" }, ...timeout(ME) },
      after: reader(ME),
      async start(redis, key) {
        const { read, write } = sides(redis, key);
        const writer = await write.acquire({ owner: ME });
        const held = await read.acquire({ owner: ME });
        return {
          call: () => writer.release(),
          later: [() => writer.release(), () => held.release(), ...again(write), ...others(write)],
        };
      },
    },
    {
      ...{ call: `refused upgrade, ${method}`, sort: "takes", gives: "UPGRADE_REFUSED" },
      ...{ before: reader(ME), after: reader(ME) },
      ends: withoutEnd("no reply, and no arrival of its cancel"),
      async start(redis, key) {
        const { read, write } = sides(redis, key);
        const held = await read.acquire({ owner: ME });
        return {
          call: ({ signal }) =>
            write.acquire({ owner: ME, waitMs: 10_000, ...abortedBy(signal) }).catch(codeOf("UPGRADE_REFUSED")),
          later: [() => held.release(), ...others(write)],
        };
      },
    },
  ];
}

/** The same owner acquires it again, and releases it. */
const again = (lock: Lock): Step[] => cycle(lock, ME);
/** Another owner acquires it, and releases it. */
const others = (lock: Lock): Step[] => cycle(lock, "next:1");

function cycle(lock: Lock, owner: string): Step[] {
  let release = (): Promise<unknown> => Promise.resolve();
  return [
    async () => {
      const hold = await lock.acquire({ owner, waitMs: 0 });
      release = () => hold.release();
    },
    () => release(),
  ];
}

/** Releases what a call gave, if it gave something. */
export async function given(got: unknown): Promise<void> {
  if (got instanceof Object && "release" in got && got.release instanceof Function) await got.release();
}

export function abortedBy(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** Returns the code of an expected error, as a result of the call. */
export function codeOf(code: string): (error: unknown) => string {
  return (error) => {
    if (isLockError(error) && error.code === code) return code;
    throw error;
  };
}
