// Network faults of the requests of a walk.
import { type Faults, noFaults } from "../harness/metrics.ts";
import type { Step } from "./steps.ts";

export function faultsOf(steps: readonly Step[]): Faults {
  const faults = noFaults();
  const sent: unknown[] = [];
  const done = new Set<unknown>();
  let latest = -1;
  for (const step of steps) {
    if (step.kind !== "run" && step.kind !== "sent") continue;
    if (!sent.includes(step.request)) sent.push(step.request);
    if (step.kind === "sent") continue;
    faults.requests += 1;
    if (!step.heard) faults.unheard += 1;
    if (done.has(step.request)) faults.repeated += 1;
    const at = sent.indexOf(step.request);
    if (at < latest) faults.overtaken += 1;
    latest = Math.max(latest, at);
    done.add(step.request);
  }
  return faults;
}
