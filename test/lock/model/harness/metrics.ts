// The report of walks: the number of steps, the faults, and the metrics under the soak's names
// (test/together/soak/checker/findings.ts).
import { METRICS } from "../../../together/soak/checker/findings.ts";
import type { AllWalked, Model } from "./model.ts";

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
  { name, metrics }: Model,
  firstSeed: number,
  { steps, faults, failure, found }: AllWalked,
): string {
  const result = failure === undefined ? "none differs" : "A DIFFERENCE";
  return [
    `${name}: ${steps} steps of walks from seed ${firstSeed}, ${result}`,
    ...(faults.requests === 0 ? [] : [shares(faults)]),
    ...metrics.map((metric) => `  ${metric.padEnd(4)} ${metric === found ? 1 : 0}  ${METRICS[metric]}`),
  ].join("\n");
}

function shares({ requests, unheard, repeated, overtaken }: Faults): string {
  const share = (count: number): string => `${((100 * count) / requests).toFixed(0)} %`;
  return (
    `  of ${requests} requests carried out ${share(unheard)} were not heard of, ${share(repeated)} came again, ` +
    `${share(overtaken)} came after a later one`
  );
}
