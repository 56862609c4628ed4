// What a check finds: a sentence, what it means for locks, and what to do.

/** How a check ended. "unknown": it cannot be answered here. */
export type Health = "ok" | "warning" | "problem" | "unknown";

/** The result of one check. */
export interface Finding {
  /** The name of the check. */
  readonly check: string;
  /** "problem": breaks a promise of the locks; "warning": makes them slower or dearer, or shows them wrong. */
  readonly health: Health;
  /** What was found: one sentence. */
  readonly found: string;
  /** What it means for locks; undefined: the finding says it. */
  readonly means?: string | undefined;
  /** What to do; undefined: nothing. */
  readonly advice?: string | undefined;
}

/** Returns whether there is no problem. */
export function isWell(findings: readonly Finding[]): boolean {
  return findings.every(({ health }) => health !== "problem");
}

/** Returns the finding of a check that cannot be made, or that the server refuses. */
export function unreadable(check: string, why: string, advice?: string): Finding {
  return { check, health: "unknown", found: `cannot be read here: ${why}`, advice };
}

/** Returns the middle one of several numbers. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

const SLOW_MS = 150;

/** Returns the finding about the time of a request. */
export function roundTripOf(timesMs: readonly number[], place: string): Finding {
  const ms = median(timesMs);
  const found = `a request to ${place} takes ${ms.toFixed(ms < 10 ? 1 : 0)} ms (median of ${timesMs.length})`;
  if (ms <= SLOW_MS) return { check: "round trip", health: "ok", found };
  const advice = "run your code near the database: each acquire and each release is one request";
  return { check: "round trip", health: "warning", found, advice };
}
