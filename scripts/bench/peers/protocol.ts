// What the bench and its processes say to each other.
import type { Endpoint, SubjectId } from "./subject.ts";

/** The first message to a process: which isolates it runs. */
export interface Start {
  readonly subject: SubjectId;
  readonly endpoint: Endpoint;
  /** The number of the first. */
  readonly from: number;
  readonly count: number;
}

export type Task = "cycles" | "floods" | "hold" | "keep" | "queue" | "race" | "release" | "rounds" | "usage";

export interface Order {
  readonly task: Task;
  readonly lockName: string;
  /** Cycles, callers or locks. */
  readonly count?: number;
  /** The duration of each hold, ms. */
  readonly heldMs?: number;
  readonly forMs?: number;
  /** The pauses before the releases of single hand-overs. */
  readonly pausesMs?: readonly number[];
}

/** An order to one isolate of the process. */
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
  /** On the clock that all processes share, ms. */
  readonly atMs: number;
}

export type FromIsolate = "ready" | Answer | Moment;

/** A clock that all processes of the machine share, ms. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
