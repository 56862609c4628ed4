// A measured lock, ours or another, behind one interface. Each runs in processes of its own.

/** One redis-server, over HTTP and over TCP. */
export interface Endpoint {
  /** Of the gateway. */
  readonly url: string;
  readonly token: string;
  readonly redisUrl: string;
}

/** A lock that was granted. */
export interface Grant {
  release(): PromiseLike<unknown>;
}

/** A grant that is renewed until its release. */
export interface Kept extends Grant {
  /** What the package says without a request: its signal, its flag or its time of expiry. */
  isHeld(): boolean;
  /** For a fence. Undefined: the package has none. */
  readonly token?: string | undefined;
  /** Called each third of the lease. Undefined: the package renews by itself. */
  extend?(): PromiseLike<unknown>;
}

/** Waits without a limit. */
export type Locker<Granted extends Grant = Grant> = (lockName: string) => Promise<Granted>;

/** `nth`: the number of the isolate. */
export type OpenLocker<Granted extends Grant = Grant> = (
  endpoint: Endpoint,
  leaseMs: number,
  nth: number,
) => Promise<Locker<Granted>>;

/** Longer than any measurement. */
export const WAIT_MS = 3_600_000;
