// Lock managers of tests: each test has locks of its own, in a shared Redis.

import {
  createLockManager,
  type Lock,
  type LockHold,
  type LockManager,
  type LockManagerOptions,
  type LockOptions,
} from "../../src/edge/web-locks/index.ts";
import { createLocks, type LocksOptions, type WaitUntil } from "../../src/index.ts";
import { gate } from "./gate.ts";
import type { Endpoint } from "./rest.ts";
import { uniquePrefix } from "./unique-name.ts";

export const LEASE_MS = 3_000;

/** Stands for the context of an invocation that lives as long as its test. */
export const CONTEXT: WaitUntil = {
  waitUntil(promise) {
    promise.catch(() => {});
  },
};

/** Returns a function that makes managers of the same locks, each with a client of its own. */
export function managersOf(
  redis: Endpoint,
  more: Partial<LocksOptions> = {},
): (options?: LockManagerOptions) => LockManager {
  const prefix = uniquePrefix();
  return (options) => {
    const client = createLocks({ redis, leaseMs: LEASE_MS, prefix, ...more });
    return createLockManager(client, { context: CONTEXT, ...options });
  };
}

/** A granted lock whose callback runs until it is released. */
export interface HeldLock {
  readonly lock: Lock;
  readonly held: LockHold;
  /** The promise of its request. */
  readonly done: Promise<unknown>;
  /** Ends its callback, and waits for the request. */
  release(): Promise<void>;
}

/** Requests a lock. Resolves when it is granted. */
export async function hold(manager: LockManager, name: string, options: LockOptions = {}): Promise<HeldLock> {
  const { opened, open } = gate();
  return new Promise((resolve, reject) => {
    const done: Promise<unknown> = manager.request(name, options, (lock, held) => {
      if (lock === null || held === undefined) throw new Error("the lock is not available");
      resolve({
        lock,
        held,
        done,
        async release() {
          open();
          await done;
        },
      });
      return opened;
    });
    done.catch(reject);
  });
}

/** Waits until so many requests for a name are pending. */
export async function pending(manager: LockManager, name: string, count: number): Promise<void> {
  for (;;) {
    const snapshot = await manager.query();
    if (snapshot.pending.filter((info) => info.name === name).length === count) return;
  }
}

/** Returns what a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("it was fulfilled");
    },
    (error) => error,
  );
}
