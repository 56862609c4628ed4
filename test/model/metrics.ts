// The report of walks: the number of steps, the faults, and the metrics under the soak's names
// (test/soak/checker/findings.ts).
import { METRICS, type Metric } from "../soak/checker/findings.ts";

/** Faults of requests in some walks. */
export interface Faults {
  requests: number;
  /** Executed, without a reply to its client. */
  unheard: number;
  /** Executed a second time. */
  repeated: number;
  /** Executed after a request that was sent later. */
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

/** Walks stop at the first finding, so that each metric is 0 or 1. */
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
