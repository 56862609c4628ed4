import type { Metric } from "../../soak/checker/findings.ts";
import type { Hold } from "./world.ts";

/** What is wrong, by the metric that it counts for. */
export type Finding = `${Metric}: ${string}`;

/** A client's, in its hold. */
export interface Belief {
  readonly hold: Hold;
  readonly until: number;
}
