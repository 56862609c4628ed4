// A waiter that sleeps: its attempt was refused before and after it subscribed.
import type { WaitOptions } from "../../src/index.ts";
import { eventually } from "./eventually.ts";

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
  await eventually(() => over || refusals >= 2);
  return { got, refusals: () => refusals, isOver: () => over };
}
