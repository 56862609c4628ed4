// What the bench and its processes say to each other.
import type { Endpoint, SubjectId } from "./subject.ts";

/** The first message to a process: which isolates it runs. */
export interface Start {
  readonly subject: SubjectId;
  /** The number of the first. */
  readonly from: number;
  /** One for each isolate. */
  readonly endpoints: readonly Endpoint[];
  /** Each isolate is a thread, which can be killed. */
  readonly areThreads: boolean;
}

export type Task = "abort" | "cycles" | "floods" | "hold" | "keep" | "queue" | "race" | "release" | "rounds" | "usage";

export interface Order {
  readonly task: Task;
  readonly lockName: string;
  /** Cycles, callers or locks. */
  readonly count?: number;
  /** The duration of each hold, ms. */
  readonly heldMs?: number;
  readonly forMs?: number;
  /** How often each caller of a queue acquires. Default: once. */
  readonly times?: number;
  /** The pauses before the releases of single hand-overs. */
  readonly pausesMs?: readonly number[];
}

/** An order to one isolate of the process. */
export interface Request {
  readonly id: number;
  readonly isolate: number;
  readonly order: Order;
}

/** Kills one isolate of the process. The answer comes when it has ended. */
export interface Killing {
  readonly id: number;
  readonly kills: number;
}

export type ToHost = Request | Killing;

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** A moment in the life of the lock that is queued for. */
export interface Moment {
  readonly what: "granted" | "releasing";
  /** The number of the isolate. */
  readonly isolate: number;
  /** On the clock that all processes share, ms. */
  readonly atMs: number;
  /** Of a grant: when it was asked for. */
  readonly askedAtMs?: number;
}

export type FromIsolate = "ready" | Answer | Moment;

/** A clock that all processes of the machine share, ms. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
