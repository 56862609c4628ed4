// The measured locks, ours and those of others, behind one method.
import { createLocks, type Locks } from "leasehound";
import { Mutex, Redlock, UpstashLock, UpstashRedis, VERSIONS } from "../others/locks.ts";
import type { WaitingStage } from "./stage.ts";

export interface Subject {
  readonly name: string;
  readonly over: "http" | "tcp";
  readonly isOurs: boolean;
  /** Waits without a limit. Resolves with the function that releases. */
  acquire(lockName: string): Promise<() => PromiseLike<unknown>>;
}

/** One of ours, with its goal for the requests of a hand-over, including its release and its share of streams. */
export interface OwnSubject extends Subject {
  readonly requestsPerHandOver: number;
}

export interface Peer extends Subject {
  /** The goal: the factor by which our hand-over is faster. Undefined where there is none. */
  readonly timesFaster?: number;
}

// Longer than any measurement, so that no lease is renewed and no waiter gives up.
const LEASE_MS = 300_000;
const WAIT_MS = 3_600_000;

const KINDS = [
  { name: "lock", requestsPerHandOver: 3, of: (locks: Locks, name: string) => locks.lock(name) },
  { name: "fairLock", requestsPerHandOver: 4, of: (locks: Locks, name: string) => locks.fairLock(name) },
] as const;

/** `pollMs`: undefined for the default. */
export function ours({ gateway }: WaitingStage, pollMs?: number): OwnSubject[] {
  const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, waitMs: WAIT_MS, pollMs });
  return KINDS.map(({ name, requestsPerHandOver, of }) => ({
    name: `leasehound ${name}`,
    over: "http",
    isOurs: true,
    requestsPerHandOver,
    async acquire(lockName) {
      const held = await of(locks, lockName).acquire();
      return () => held.release();
    },
  }));
}

/**
 * Each pauses between two attempts as by default. Only the limit of its attempts is raised. With the default limits,
 * all would give up during these measurements: after 3 attempts, after 11, and after 10 s.
 */
export function peers({ gateway, redis }: WaitingStage): Peer[] {
  const rest = new UpstashRedis({ url: gateway.url, token: gateway.token });
  const redlock = new Redlock([redis], { retryCount: -1 });
  return [
    {
      name: `@upstash/lock ${VERSIONS["@upstash/lock"]}, a try each 100 ms`,
      over: "http",
      isOurs: false,
      timesFaster: 5,
      async acquire(id) {
        // The number of attempts requires the delay: 100 ms is the default of its code (its comment says 0.1).
        const retry = { attempts: Number.POSITIVE_INFINITY, delay: 100 };
        const lock = new UpstashLock({ redis: rest, id, lease: LEASE_MS, retry });
        await lock.acquire();
        return () => lock.release();
      },
    },
    {
      name: `redlock ${VERSIONS["redlock"]}, each 100 to 300 ms`,
      over: "tcp",
      isOurs: false,
      timesFaster: 5,
      async acquire(resource) {
        const lock = await redlock.acquire(resource, LEASE_MS);
        return () => lock.unlock();
      },
    },
    {
      name: `redis-semaphore ${VERSIONS["redis-semaphore"]}, each 10 ms`,
      over: "tcp",
      isOurs: false,
      async acquire(key) {
        const mutex = new Mutex(redis, key, { lockTimeout: LEASE_MS, acquireTimeout: WAIT_MS });
        await mutex.acquire();
        return () => mutex.release();
      },
    },
  ];
}
