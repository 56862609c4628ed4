// How waiters follow each other.
import type { ReleaseChannel } from "../protocol.ts";

/**
 * In line: a caller with a new owner goes behind them, without a request. "passed": in line; the scripts of the plain
 * lock grant and release it, so that its holder may pass it on to the next. "woken": in line; its holder may not.
 * "queued": in the queue in Redis; its holder may pass it on to the first.
 */
export type Line = "passed" | "woken" | "queued";

/** Returns whether a holder may pass the lock on. */
export function isPassable(line: Line | undefined): boolean {
  return line === "passed" || line === "queued";
}

/** Returns whether its waiters are in a queue. No message calls a waiter outside of it. */
export function isOfQueue({ perWaiter, callsByNumber }: ReleaseChannel): boolean {
  return perWaiter || callsByNumber === true;
}
