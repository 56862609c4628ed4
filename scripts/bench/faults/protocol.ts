// The messages between the fault bench and its holders.
import type { Endpoint } from "../locker.ts";

/** The smallest lease that docs/audit/guarantees.md calls sensible. */
export const LEASE_MS = 3_000;

export interface Start {
  readonly subject: string;
  readonly endpoint: Endpoint;
}

/** Acquire, and work until told to finish. */
export interface Work {
  readonly type: "work";
  readonly session: number;
  readonly lockName: string;
  readonly stops?: Stop | undefined;
}

/** Where a holder stops itself: between its read and its check, or between its check and its write. */
export interface Stop {
  /** The number of the write, from 0. */
  readonly atWrite: number;
  readonly before: "check" | "write";
}

/** An access of the resource. */
export type Access =
  | { readonly type: "read"; readonly session: number; readonly token: string | undefined }
  | { readonly type: "write"; readonly session: number; readonly token: string | undefined; readonly version: number };

export type FromHolder =
  | { readonly type: "ready" }
  | {
      readonly type: "wants" | "granted" | "stopping" | "learned" | "done" | "failed" | "left";
      readonly session: number;
    }
  | (Access & { readonly ask: number });

export type ToHolder =
  | Work
  | { readonly type: "finish"; readonly session: number }
  /** `version`: what was read or written. Undefined: the fence refused. */
  | { readonly type: "answer"; readonly ask: number; readonly version?: number | undefined };
