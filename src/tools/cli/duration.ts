// Durations on the command line, such as 30s.
import { InvalidArgumentError } from "commander";

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
// The longest timer.
const MAX_MS = 2_147_483_647;

/** Returns the parser of an option, which accepts a duration in a range. Default of `toMs`: 24 days. */
export function durationFrom(fromMs: number, toMs: number = MAX_MS): (text: string) => number {
  return function parse(text) {
    const [, digits = "", unit = ""] = /^(\d{1,10}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
    const ms = Math.round(Number(digits) * (UNIT_MS[unit] ?? Number.NaN));
    if (digits !== "" && ms >= fromMs && ms <= toMs) return ms;
    const least = fromMs === 0 ? "" : `, of ${shortDuration(fromMs)} or more`;
    throw new InvalidArgumentError(`It must be a duration such as 500ms, 30s, 5m or 2h${least}.`);
  };
}

/** Formats a duration for people: its two largest units. */
export function shortDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))}ms`;
  const seconds = Math.round(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3_600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join("");
}
