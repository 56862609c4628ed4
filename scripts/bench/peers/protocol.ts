// The messages between `npm run bench -- peers` and its processes.
import type { Endpoint } from "../locker.ts";

/** The first message to a process. */
export interface Start {
  readonly subject: string;
  /** The numbers of the isolates that it runs. */
  readonly isolates: readonly number[];
  readonly endpoint: Endpoint;
}

export interface Order {
  /** "hold" and "release" take one hold; "queue" starts callers, and does not wait for them. */
  readonly task: "cycles" | "flood" | "hold" | "queue" | "release";
  readonly lockName: string;
  /** Cycles or callers. Default: 1. */
  readonly count?: number;
  /** The duration of each hold, or of a flood, ms. */
  readonly ms?: number;
}

export interface Request {
  readonly id: number;
  readonly isolate: number;
  readonly order: Order;
}

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** A moment in the life of the lock that is queued for. */
export interface Moment {
  readonly what: "granted" | "releasing";
  /** On the clock that all processes of the machine share, ms. */
  readonly atMs: number;
}

export type FromHost = "ready" | Answer | Moment;

/** What a flood yields. */
export interface Flood {
  readonly cyclesPerSecond: number;
  /** Of the whole process. */
  readonly cpuUsPerCycle: number;
}
