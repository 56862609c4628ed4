// Formats a run as one table.
import { METRIC_NAMES, METRICS } from "./checker/findings.ts";
import type { SoakResult } from "./workload.ts";

/** The maximum of M14. */
export const MOST_SENT_PER_ANSWER = 1.5;

export function table(result: SoakResult): string {
  const { findings, operations, requests, answers, executions, passes, seconds, worstLagMs, keysLeft, queuedLeft } =
    result;
  const rows = METRIC_NAMES.map((metric) => {
    return `${metric.padEnd(4)} ${String(findings.count(metric)).padStart(7)}  ${METRICS[metric]}`;
  });
  const facts: [string, string][] = [
    ["operations", `${operations} in ${seconds.toFixed(1)} s: ${Math.round(operations / seconds)}/s`],
    ["scripts executed", String(executions)],
    ["locks passed on", `${passes}, from a holder to a waiter of this process in one request`],
    ["requests sent", `${requests}, ${(requests / answers).toFixed(3)} for each that was needed`],
    ["event loop", `late by ${Math.round(worstLagMs)} ms at the most`],
    ["keys left", `${keysLeft}, records that end by themselves`],
    ["fair queues", `${queuedLeft} entries of waiters whose cancels were all lost, dropped by the next try after 15 s`],
  ];
  const outcomes = [...result.outcomes]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${count}`);
  return [
    ...rows,
    ...facts.map(([name, fact]) => `${name.padEnd(17)} ${fact}`),
    `${"outcomes".padEnd(17)} ${outcomes.join(", ")}`,
  ].join("\n");
}
