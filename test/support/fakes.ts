// A plain object of each public type, as in a user's unit tests: each compiles without a cast, and does nothing.
import type {
  Client,
  CompositeLock,
  CountDownLatch,
  Fence,
  FencedHeld,
  FencedLock,
  FencedRows,
  FencedStorage,
  Held,
  InspectedLock,
  KeepAlive,
  Lock,
  Locks,
  Permit,
  PermitExpirableSemaphore,
  ReadWriteLock,
  Semaphore,
  SqlStatement,
  Watchdog,
} from "leasehound";
import type { DurableLocks } from "leasehound/durable-object";

const RELEASED = { outcome: "released", holdCount: 0 } as const;
const statement: SqlStatement<string> = { text: "", values: [] };

export const keepAlive: KeepAlive = {
  stop() {},
  ended: Promise.resolve({ reason: "stopped", renewals: 0 }),
};

export function fakeHeld(name: string): Held {
  return {
    ...{ name, owner: "fake:1", label: "", leaseMs: 30_000, holdCount: 1, fencingToken: undefined, validUntil: 0 },
    ...{ waited: false, waitedMs: 0 },
    signal: new AbortController().signal,
    wanted: new AbortController().signal,
    keepAlive: () => keepAlive,
    handOff: async () => 0,
    renew: async () => 0,
    check: async () => true,
    release: async () => RELEASED,
    serialize: () => "text",
    async [Symbol.asyncDispose]() {},
  };
}

export function fakeFencedHeld(name: string): FencedHeld {
  return { ...fakeHeld(name), fencingToken: "1" };
}

const NOBODY_WAITS = { waiters: 0, waitersUnknownBecause: undefined };

function inspectedLock(name: string): InspectedLock {
  return {
    ...{ name, kind: "free", mode: undefined, remainingMs: -2, holders: [], holderCount: 0 },
    ...{ queue: [], queueLength: 0, ...NOBODY_WAITS },
  };
}

const UNSET = { isSet: false, available: 0, remainingMs: -2, ...NOBODY_WAITS };

export function fakeLock(name: string): Lock {
  return {
    ...fakeCompositeLock(name),
    isLocked: async () => false,
    remainingMs: async () => -2,
    holdCount: async () => 0,
    isHeldBy: async () => false,
    releaseOwner: async () => false,
    renewOwner: async () => false,
    inspect: async () => inspectedLock(name),
    forceRelease: async () => false,
  };
}

export function fakeFencedLock(name: string): FencedLock {
  return {
    ...fakeLock(name),
    acquire: async () => fakeFencedHeld(name),
    tryAcquire: async () => fakeFencedHeld(name),
    withLock: async (fn) => fn(fakeFencedHeld(name)),
    resume: async () => fakeFencedHeld(name),
  };
}

export function fakeCompositeLock(name: string): CompositeLock {
  return {
    name,
    acquire: async () => fakeHeld(name),
    tryAcquire: async () => fakeHeld(name),
    withLock: async (fn) => fn(fakeHeld(name)),
    release: async () => RELEASED,
    renew: async () => 0,
    handOffStatus: async () => ({ state: "unknown" }),
    resume: async () => fakeHeld(name),
  };
}

export function fakeReadWriteLock(name: string): ReadWriteLock {
  const inspect = async (): Promise<InspectedLock> => inspectedLock(name);
  return { name, readLock: () => fakeLock(name), writeLock: () => fakeLock(name), inspect };
}

export function fakeSemaphore(name: string): Semaphore {
  return {
    name,
    trySetPermits: async () => true,
    addPermits: async () => {},
    drainPermits: async () => 0,
    availablePermits: async () => 1,
    inspect: async () => ({ name, kind: "semaphore", ...UNSET }),
    acquire: async () => {},
    tryAcquire: async () => true,
    withPermit: async (fn) => fn(),
    release: async () => {},
  };
}

export function fakePermit(name: string): Permit {
  return {
    ...{ id: "0".repeat(32), name, leaseMs: 30_000, validUntil: 0, signal: new AbortController().signal },
    ...{ waited: false, waitedMs: 0, wanted: new AbortController().signal },
    keepAlive: () => keepAlive,
    renew: async () => 0,
    check: async () => true,
    release: async () => RELEASED,
    async [Symbol.asyncDispose]() {},
  };
}

export function fakePermitExpirableSemaphore(name: string): PermitExpirableSemaphore {
  return {
    name,
    acquire: async () => fakePermit(name),
    tryAcquire: async () => fakePermit(name),
    acquireMany: async () => [fakePermit(name)],
    withPermit: async (fn) => fn(fakePermit(name)),
    trySetPermits: async () => true,
    setPermits: async () => {},
    addPermits: async () => {},
    getPermits: async () => 1,
    availablePermits: async () => 1,
    acquiredPermits: async () => 0,
    inspect: async () => ({
      ...{ name, kind: "permit-expirable-semaphore", ...UNSET },
      ...{ permits: 0, leases: [], leaseCount: 0 },
    }),
    release: async () => RELEASED,
  };
}

export function fakeCountDownLatch(name: string): CountDownLatch {
  return {
    name,
    trySetCount: async () => true,
    count: async () => 0,
    inspect: async () => ({ name, kind: "count-down-latch", count: 0, remainingMs: -2, ...NOBODY_WAITS }),
    countDown: async () => {},
    wait: async () => {},
    delete: async () => false,
  };
}

export const fakeStorage: FencedStorage = { check: async () => true, put: async () => true };
export const fakeRows: FencedRows<{ id: string }> = {
  claim: () => statement,
  update: () => ({ text: "", values: [] }),
};

export function fakeFence(resource: string): Fence {
  return {
    resource,
    check: async () => true,
    set: async () => true,
  };
}

export const fakeClient: Client = {
  prefix: "lock:",
  close() {},
};

export const fakeLocks: Locks = {
  ...fakeClient,
  lock: fakeLock,
  withLock: async (name, fn) => fn(fakeHeld(name)),
  resume: async () => fakeHeld("resumed"),
  list: async () => ({ locks: [], cursor: undefined }),
  fairLock: fakeLock,
  fencedLock: fakeFencedLock,
  spinLock: fakeLock,
  nonReentrantLock: fakeLock,
  nonReentrantFairLock: fakeLock,
  readWriteLock: fakeReadWriteLock,
  fairReadWriteLock: fakeReadWriteLock,
  permitExpirableSemaphore: fakePermitExpirableSemaphore,
  multiLock: () => fakeCompositeLock("several"),
  redLock: () => fakeCompositeLock("several"),
  singleFlight: async (name, fn) => fn(fakeHeld(name)),
  semaphore: fakeSemaphore,
  countDownLatch: fakeCountDownLatch,
  fence: fakeFence,
};

export const fakeDurableLocks: DurableLocks = {
  acquire: async (name) => fakeHeld(name),
  get: async (name) => fakeHeld(name),
  release: async () => RELEASED,
  list: () => [],
  nextAlarmAt: () => null,
  onAlarm: async () => {},
};

export const fakeWatchdog: Watchdog = {
  entrust: async ({ leaseMs, maxHoldMs }) => ({ kind: "kept", leaseMs, maxHoldMs, deadline: 0 }),
  withdraw: async () => {},
  status: async () => ({ state: "unknown" }),
  keptHolds: async () => ({ holds: [], isWhole: true }),
};
