// A waiter that sleeps: its attempts were refused before and after it subscribed. One that finds an open stream makes a
// single attempt.
import type { WaitOptions } from "../../src/index.ts";
import { eventually } from "./eventually.ts";
import { leaseTime } from "./place.ts";

// A second attempt follows the confirmation of a new stream.
const NO_SECOND_ATTEMPT_MS = leaseTime(500);

/** Resolves when a waiter sleeps. `refusals`: how many of its attempts were refused. */
export async function asleep(refusals: () => number, withinMs?: number): Promise<void> {
  let first: number | undefined;
  await eventually(() => {
    if (refusals() > 0) first ??= performance.now();
    return refusals() >= 2 || performance.now() - (first ?? Number.POSITIVE_INFINITY) > NO_SECOND_ATTEMPT_MS;
  }, withinMs);
}

export interface Sleeper<Got> {
  /** The result of its wait. */
  readonly got: Promise<Got>;
  /** Refused attempts so far. */
  readonly refusals: () => number;
  readonly isOver: () => boolean;
}

/** Resolves when it sleeps; `wait` starts to wait with the given options. */
export async function sleeper<Got>(wait: (options: WaitOptions) => Promise<Got>): Promise<Sleeper<Got>> {
  let refusals = 0;
  let over = false;
  const got = wait({ onWait: () => (refusals += 1) });
  const settle = (): void => {
    over = true;
  };
  got.then(settle, settle);
  await Promise.race([got.then(settle, settle), asleep(() => refusals)]);
  return { got, refusals: () => refusals, isOver: () => over };
}
