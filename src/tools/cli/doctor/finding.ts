// What `leasehound doctor` finds: a sentence for each check, and what to do.
import { shortDuration } from "../duration.ts";
import type { CommandError } from "../exit-code.ts";

/** "unknown": it cannot be read here. */
export type Health = "ok" | "warning" | "problem" | "unknown";

/** The result of one check. */
export interface Finding {
  readonly check: string;
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

/** Returns the finding of a check that was not answered. */
export function failed(check: string, { message }: CommandError, advice?: string): Finding {
  return { check, health: "problem", found: message, advice };
}

/** Returns the finding of a check that cannot be made, or that the server refuses. */
export function unreadable(check: string, why: string, advice?: string): Finding {
  return { check, health: "unknown", found: `cannot be read here: ${why}`, advice };
}

/** Returns the middle one of several numbers. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Returns the finding about the time of a request. */
export function roundTripOf(timesMs: readonly number[], place: string): Finding {
  const ms = median(timesMs);
  const found = `a request to ${place} takes ${ms.toFixed(ms < 10 ? 1 : 0)} ms (median of ${timesMs.length})`;
  if (ms <= SLOW_MS) return { check: "round trip", health: "ok", found };
  const advice = "run your code near the database: each acquire and each release is one request";
  return { check: "round trip", health: "warning", found, advice };
}

/** What a difference of clocks means. */
export interface ClockLimits {
  readonly mostMs: number;
  /** Whose clock it is compared with. */
  readonly of: string;
  /** What a wrong clock does. */
  readonly effect: string;
}

/** Returns the finding about the difference of two clocks. */
export function clockOf(differenceMs: number, { mostMs, of, effect }: ClockLimits): Finding {
  const check = "clock";
  const found = `this machine's clock differs by ${shortDuration(differenceMs)} from that of ${of}`;
  if (differenceMs <= mostMs) return { check, health: "ok", found };
  return { check, health: "warning", found, advice: `set the clock of this machine by NTP: ${effect}` };
}

const SLOW_MS = 150;
