import type { Metric } from "../../../together/soak/checker/findings.ts";
import type { Hold } from "./world.ts";

/** The violation, with its metric. */
export type Finding = `${Metric}: ${string}`;

/** A client's valid hold. */
export interface Belief {
  readonly hold: Hold;
  readonly until: number;
}
