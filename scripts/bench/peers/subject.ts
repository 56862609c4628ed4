// A measured lock, ours or another, behind one interface. Each runs in processes of its own.

/** One redis-server, over HTTP and over TCP. */
export interface Endpoint {
  /** Of the gateway. */
  readonly url: string;
  readonly token: string;
  readonly redisUrl: string;
}

export type Release = () => PromiseLike<unknown>;

/** The locks of one isolate. */
export interface Locker {
  /** Waits without a limit, or until the signal aborts, which the packages of others ignore. */
  acquire(lockName: string, signal?: AbortSignal): Promise<Release>;
  /** Acquires the lock and keeps it renewed until the process ends. Undefined if the package renews nothing itself. */
  keep?(lockName: string): Promise<unknown>;
}

/** `nth`: the number of the isolate. */
export type OpenLocker = (endpoint: Endpoint, nth: number) => Promise<Locker>;

export type SubjectId =
  | "leasehound"
  | "leasehound-fair"
  | "leasehound-polling"
  | "leasehound-light"
  | "leasehound-ioredis"
  | "leasehound-node-redis"
  | "upstash-lock"
  | "redis-semaphore"
  | "redlock"
  | "redlock-universal"
  | "verrou"
  | "redisson"
  | "bare-fetch"
  | "bare-socket";

export interface Subject {
  readonly id: SubjectId;
  /** With its version, where it is another's. */
  readonly title: string;
  readonly over: "HTTP" | "TCP";
  /** "floor": requests without a library. */
  readonly whose: "ours" | "another" | "floor";
  /** All its isolates run in one thread of one process. */
  readonly isOneProcess?: boolean;
  readonly load: () => Promise<OpenLocker>;
}

// Longer than any measurement, so that no lease is renewed and no waiter gives up.
export const LEASE_MS = 300_000;
export const WAIT_MS = 3_600_000;
/** The lease of the locks that are kept. */
export const KEPT_LEASE_MS = 30_000;
