// What walks tell in the end: how many steps, under which faults, and the metrics by the names that the soak has for
// them (test/soak/checker/findings.ts).
import { METRICS, type Metric } from "../soak/checker/findings.ts";

/** Of the requests of some walks. */
export interface Faults {
  requests: number;
  /** Carried out, and its client never hears of it. */
  unheard: number;
  /** Carried out once more. */
  repeated: number;
  /** Carried out after one that was sent later. */
  overtaken: number;
}

export function noFaults(): Faults {
  return { requests: 0, unheard: 0, repeated: 0, overtaken: 0 };
}

export function addFaults(to: Faults, { requests, unheard, repeated, overtaken }: Faults): void {
  to.requests += requests;
  to.unheard += unheard;
  to.repeated += repeated;
  to.overtaken += overtaken;
}

/** Walks end with the first finding, so that each metric is 0 or 1. */
export function summary(
  what: string,
  steps: number,
  faults: Faults,
  metrics: readonly Metric[],
  found?: Metric,
): string {
  const { requests, unheard, repeated, overtaken } = faults;
  const share = (count: number): string => `${((100 * count) / Math.max(requests, 1)).toFixed(0)} %`;
  return [
    `${what}: ${steps} steps of walks; of ${requests} requests carried out ${share(unheard)} were not heard of, ${share(repeated)} ` +
      `came again, ${share(overtaken)} came after a later one`,
    ...metrics.map((metric) => `  ${metric.padEnd(4)} ${metric === found ? 1 : 0}  ${METRICS[metric]}`),
  ].join("\n");
}
