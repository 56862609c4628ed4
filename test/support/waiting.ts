// Who waits, from when it sleeps on: its try was refused before and after it subscribed.
import type { WaitOptions } from "../../src/index.ts";
import { eventually } from "./eventually.ts";

export interface Sleeper<Got> {
  /** What comes of it. */
  readonly got: Promise<Got>;
  /** Tries that were refused so far. */
  readonly refusals: () => number;
  readonly isOver: () => boolean;
}

/** Resolves when it sleeps; `wait` begins to wait with what it is given. */
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
