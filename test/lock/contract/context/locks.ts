// Each call of a lock, a hold, a semaphore, a permit and a latch.
import { expect } from "vitest";
import type {
  CountDownLatch,
  Held,
  Lock,
  Permit,
  PermitExpirableSemaphore,
  ReadWriteLock,
  Semaphore,
} from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { type Caller, type CallsOf, turn } from "./caller.ts";

const WAIT_MS = 30_000;
/** The lease of holds that are renewed, or end by their leases. */
export const LEASE_MS = leaseTime(2_000);

type Waiting = Parameters<Lock["acquire"]>[0];

/** The options of an acquire, with their function. */
export function waiting({ see }: Caller): NonNullable<Waiting> {
  return { waitMs: WAIT_MS, onWait: () => see("onWait") };
}

/** A function that runs under a hold. */
export function work({ see }: Caller): (held?: unknown) => Promise<string> {
  return async () => {
    see("fn");
    await turn();
    see("fn, later");
    return "done";
  };
}

export const LOCK_CALLS: CallsOf<Lock> = {
  async acquire(lock, caller) {
    await using _ = await lock.acquire(waiting(caller));
    await work(caller)();
  },
  async tryAcquire(lock, caller) {
    const held = await lock.tryAcquire(waiting(caller));
    await work(caller)();
    await held?.release();
  },
  withLock: (lock, caller) => lock.withLock(work(caller), waiting(caller)),
  async resume(lock, caller) {
    const held = await lock.acquire(waiting(caller));
    const resumed = await lock.resume(held.serialize({ move: true }));
    caller.see("resumed");
    await resumed.release();
  },
  async release(lock, caller) {
    const held = await lock.acquire(waiting(caller));
    aborts(held.signal, caller);
    const text = held.serialize();
    await lock.release(text);
    caller.see("released");
    // Finds that it was released elsewhere.
    await held.check();
  },
  async renew(lock, caller) {
    const held = await lock.acquire(waiting(caller));
    await lock.renew(held.serialize());
    caller.see("renewed");
    await held.release();
  },
  async handOffStatus(lock, caller) {
    const held = await lock.acquire(waiting(caller));
    await lock.handOffStatus(held.serialize()).catch(() => {});
    caller.see("asked");
    await held.release();
  },
  isLocked: (lock) => lock.isLocked(),
  remainingMs: (lock) => lock.remainingMs(),
  holdCount: (lock) => lock.holdCount("nobody:1"),
  isHeldBy: (lock) => lock.isHeldBy("nobody:1"),
  async releaseOwner(lock, caller) {
    const owner = `job-${crypto.randomUUID()}`;
    const held = await lock.acquire({ ...waiting(caller), owner });
    aborts(held.signal, caller);
    await lock.releaseOwner(owner);
    caller.see("released");
    await held.check();
  },
  async renewOwner(lock, caller) {
    const owner = `job-${crypto.randomUUID()}`;
    const held = await lock.acquire({ ...waiting(caller), owner });
    await lock.renewOwner(owner);
    caller.see("renewed");
    await held.release();
  },
  inspect: (lock) => lock.inspect(),
  async forceRelease(lock, caller) {
    // Ends a hold of another caller, if the name is that of all.
    const held = await lock.acquire(waiting(caller));
    aborts(held.signal, caller);
    await turn();
    await lock.forceRelease();
    caller.see("freed");
    await held.release();
  },
};

export const HELD_CALLS: CallsOf<Held> = {
  async keepAlive(held, caller) {
    const aborted = aborts(held.signal, caller);
    const { ended, stop } = held.keepAlive(CONTEXT, { maxHoldMs: 60_000 });
    // The renewal comes by a timer that all callers share.
    const { validUntil } = held;
    await eventually(() => held.validUntil > validUntil + LEASE_MS / 8);
    stop();
    expect((await ended).renewals).toBeGreaterThan(0);
    caller.see("renewed");
    // The end comes by the timer of its lease, which the renewal has set.
    await aborted;
  },
  async handOff(held, caller) {
    aborts(held.signal, caller);
    await held.handOff({ maxHoldMs: 60_000 }).catch(() => {});
    caller.see("handed off");
    await held.release();
  },
  async renew(held, caller) {
    await Promise.all([held.renew(), held.renew()]);
    caller.see("renewed");
    await held.release();
  },
  async check(held, caller) {
    await held.check();
    caller.see("checked");
    await held.release();
  },
  release: (held) => held.release(),
  async serialize(held, caller) {
    const aborted = aborts(held.signal, caller);
    held.serialize({ move: true });
    // Its lease ends.
    await aborted;
  },
};

export const READ_WRITE_CALLS: CallsOf<ReadWriteLock> = {
  readLock: (both, caller) => both.readLock().withLock(work(caller), waiting(caller)),
  writeLock: (both, caller) => both.writeLock().withLock(work(caller), waiting(caller)),
  inspect: (both) => both.inspect(),
};

export const SEMAPHORE_CALLS: CallsOf<Semaphore> = {
  async acquire(semaphore, caller) {
    await semaphore.acquire(waiting(caller));
    await work(caller)();
    await semaphore.release();
  },
  async tryAcquire(semaphore, caller) {
    await semaphore.tryAcquire(waiting(caller));
    await work(caller)();
    await semaphore.release();
  },
  withPermit: (semaphore, caller) => semaphore.withPermit(work(caller), waiting(caller)),
  release: (semaphore) => semaphore.release(),
  trySetPermits: (semaphore) => semaphore.trySetPermits(1),
  addPermits: (semaphore) => semaphore.addPermits(1),
  drainPermits: (semaphore) => semaphore.drainPermits(),
  availablePermits: (semaphore) => semaphore.availablePermits(),
  inspect: (semaphore) => semaphore.inspect(),
};

export const PERMITS_CALLS: CallsOf<PermitExpirableSemaphore> = {
  async acquire(semaphore, caller) {
    await using _ = await semaphore.acquire(waiting(caller));
    await work(caller)();
  },
  async tryAcquire(semaphore, caller) {
    const permit = await semaphore.tryAcquire(waiting(caller));
    await work(caller)();
    await permit?.release();
  },
  async acquireMany(semaphore, caller) {
    for (const permit of await semaphore.acquireMany(1, waiting(caller))) {
      await work(caller)();
      await permit.release();
    }
  },
  withPermit: (semaphore, caller) => semaphore.withPermit(work(caller), waiting(caller)),
  async release(semaphore, caller) {
    const permit = await semaphore.acquire(waiting(caller));
    aborts(permit.signal, caller);
    await semaphore.release(permit.id);
    await permit.check();
  },
  trySetPermits: (semaphore) => semaphore.trySetPermits(1),
  setPermits: (semaphore) => semaphore.setPermits(1),
  addPermits: (semaphore) => semaphore.addPermits(1),
  getPermits: (semaphore) => semaphore.getPermits(),
  availablePermits: (semaphore) => semaphore.availablePermits(),
  acquiredPermits: (semaphore) => semaphore.acquiredPermits(),
  inspect: (semaphore) => semaphore.inspect(),
};

export const PERMIT_CALLS: CallsOf<Permit> = {
  async keepAlive(permit) {
    permit.keepAlive(CONTEXT);
    const { validUntil } = permit;
    await eventually(() => permit.validUntil > validUntil + LEASE_MS / 8);
    await permit.release();
  },
  async renew(permit) {
    await permit.renew();
    await permit.release();
  },
  async check(permit) {
    await permit.check();
    await permit.release();
  },
  release: (permit) => permit.release(),
};

export const LATCH_CALLS: CallsOf<CountDownLatch> = {
  trySetCount: (latch) => latch.trySetCount(1),
  count: (latch) => latch.count(),
  inspect: (latch) => latch.inspect(),
  countDown: (latch) => latch.countDown(),
  async wait(latch, caller) {
    await latch.trySetCount(1);
    await caller.together();
    const opened = latch.wait(waiting(caller));
    await turn();
    await latch.countDown();
    await opened;
  },
  delete: (latch) => latch.delete(),
};

/** Stands for the context of an invocation that lives as long as its test. */
export const CONTEXT = { waitUntil: (promise: Promise<unknown>): void => void promise.catch(() => {}) };

/** Notes the context of the event "abort". Resolves then. */
export function aborts(signal: AbortSignal, { see }: Caller): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      see("abort");
      resolve();
    });
  });
}
