// The steps of a sequence.
import type { CounterCall } from "./counters.ts";
import type { Access, Kind, Version } from "./kinds.ts";

/** A1 and A2 are two threads of one service, B1 and B2 are two of another. */
export type Who = "A1" | "A2" | "B1" | "B2";

export type Step =
  | Done
  | Counted
  /** The sequence continues when it waits. Without `waitMs` it waits until it gets the lock. */
  | ({ readonly by: Who; readonly do: "startWaiting"; readonly of?: Access } & WaitTimes)
  /** Waits until it has got the lock, or has given up. */
  | { readonly by: Who; readonly do: "endWaiting" }
  /** Lets so much time pass, for every TTL. */
  | { readonly pass: number }
  /** Time in which watchdogs work. */
  | { readonly wait: number }
  /** A command of a third client. */
  | { readonly redis: readonly (string | number)[] };

interface WaitTimes {
  readonly waitMs?: number;
  readonly leaseMs?: number;
}

/**
 * Without `leaseMs` the watchdog renews. `of`: the other lock of that name, instead of the sequence's kind. `letsIn`:
 * the waiter that has the lock after this step.
 */
export interface Done {
  readonly by: Who;
  readonly do: Action;
  readonly of?: Access;
  readonly leaseMs?: number;
  readonly letsIn?: Who;
}

/** A call of a semaphore or latch. `begins`: the sequence continues when it waits, and endWaiting returns the reply. */
export interface Counted extends Partial<CounterArgs> {
  readonly by: Who;
  readonly call: CounterCall;
  readonly begins?: true;
  readonly letsIn?: Who;
}

/** Under the names of the Java side. */
export interface CounterArgs {
  readonly permits: number;
  readonly count: number;
  readonly waitMs: number;
  readonly leaseMs: number;
  readonly ttlMs: number;
  /** Permits, in the order of their first appearance in the sequence: 1 is the first. */
  readonly ids: readonly number[];
}

export type Action = "lock" | "tryLock" | "unlock" | "forceUnlock" | "ask";

export interface Sequence {
  readonly title: string;
  readonly kind: Kind;
  readonly name: string;
  /** Earlier versions of Redisson have no such call, or another state. */
  readonly since?: Version;
  /** The lease that the watchdog renews, ms. */
  readonly watchdogMs?: number;
  readonly steps: readonly Step[];
}

/** The lease that watchdogs renew, unless a sequence has its own, ms. */
export const WATCHDOG_MS = 30_000;

/** Names that Redis, Redisson or a protocol between them might interpret. */
export const ODD_NAMES = ["{t}:42", "a{b", "a}b{c", "{}", "a:b,c d", "été☃😀", "x\"y\\z\n'", "a|b|", "*?[x]"];

export const a = does("A1");
export const a2 = does("A2");
export const b = does("B1");
export const b2 = does("B2");

export function does(by: Who, of?: Access): (action: Action, leaseMs?: number) => Done {
  const one = of === undefined ? {} : { of };
  return (action, leaseMs) => ({ by, do: action, ...one, ...(leaseMs === undefined ? {} : { leaseMs }) });
}

export function letsIn(step: Done, waiter: Who): Done {
  return { ...step, letsIn: waiter };
}

export function waits(by: Who, times: WaitTimes & { readonly of?: Access } = {}): Step {
  return { by, do: "startWaiting", ...times };
}

export function hasWaited(by: Who): Step {
  return { by, do: "endWaiting" };
}
