// A row of the table of faults: a call, what it does without a fault, and what comes after it.
import type { Endpoint } from "../../../support/rest.ts";

/** The lease of what the rows take. */
export const LEASE_MS = 20_000;

/** What Redis holds for a row, without the records of requests, by the key in which the name of the row is "x". */
export type Kept = Readonly<Record<string, unknown>>;

/**
 * How a call ends that no reply reaches. One that takes something gives it back. One that changes something, or asks, is
 * unknown. One that releases a hold is unknown, too, and is repeated in the background until it is answered.
 */
export type Sort = "takes" | "changes" | "releases";

/** How a call ends. A code is that of its error; without one, it gives what the row says. */
export interface End {
  readonly code?: string;
  /** What Redis holds then, or soon. "lease": what the call took, until its lease ends. */
  readonly leaves: "before" | "after" | "lease";
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Sets the faults, and counts requests from here. Of a call that does not use it, they are set before. */
  readonly arm: () => Promise<void>;
}

/** `got`: what the call gave; undefined if it failed. */
export type Step = (got: unknown) => Promise<unknown>;

/** A row that has begun: its state before the call is made. */
export interface Scene {
  call(options: CallOptions): Promise<unknown>;
  /** The life after the call. Late copies of its requests come after each step. */
  readonly later: readonly Step[];
}

export interface Row {
  /** The call, as "acquire of a fair lock". */
  readonly call: string;
  readonly sort: Sort;
  /** The requests of a call without a fault; each meets the faults in turn. Default: 1. */
  readonly requests?: number;
  /** It sets the faults itself, when it waits. */
  readonly arms?: true;
  readonly gives: unknown;
  readonly before: Kept;
  readonly after: Kept;
  /** What a failed call leaves. Default: `before`. */
  readonly undone?: Kept;
  /** What the last step leaves. Default: nothing. */
  readonly last?: Kept;
  /** The ends that differ from those of its sort, by the title of the cell; null: there is no such cell. */
  readonly ends?: Readonly<Record<string, End | null>>;
  /** The code of its error if its request arrives after all the steps. Undefined: it has no such end. */
  readonly overtaken?: string;
  start(redis: Endpoint, name: string): Promise<Scene>;
}

/** Returns no end for these faults. */
export function withoutEnd(...faults: readonly string[]): Record<string, null> {
  return Object.fromEntries(faults.map((fault) => [fault, null]));
}
