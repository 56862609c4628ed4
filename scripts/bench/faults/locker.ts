// A lock as the fault bench uses it, ours or another. Each holder runs in a process of its own.
import type { Endpoint } from "../peers/subject.ts";

export type { Endpoint } from "../peers/subject.ts";

/** A lock that was granted, and is renewed until its release. */
export interface Grant {
  /** What the package says without a request: its signal, its flag or its time of expiry. */
  isHeld(): boolean;
  /** For a fence. Undefined: the package has none. */
  readonly token?: string | undefined;
  /** Called each third of the lease. Undefined: the package renews by itself. */
  extend?(): PromiseLike<unknown>;
  release(): PromiseLike<unknown>;
}

/** Waits without a limit. */
export type Acquire = (lockName: string) => Promise<Grant>;

export type OpenLocker = (endpoint: Endpoint) => Promise<Acquire>;

/** The smallest lease that docs/audit/guarantees.md calls sensible. */
export const LEASE_MS = 3_000;
/** Longer than any round. */
export const WAIT_MS = 600_000;
