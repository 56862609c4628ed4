// Numbers as the tables and verdicts show them.
import type { Figure } from "./figures.ts";
import type { Value } from "./statistics.ts";

// A smaller difference is within what two runs differ.
const LEVEL = 1.05;

/** 1,234 or 47.3 or 1.02 */
export function number(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The median, with the 95th percentile in brackets. */
export function cell(value: Value | undefined): string {
  if (value === undefined) return "";
  return value.p95 === undefined ? number(value.median) : `${number(value.median)} (${number(value.p95)})`;
}

/** The factor by which one value is better than another; less than 1 if it is worse. */
export function timesBetter({ better }: Pick<Figure, "better">, one: number, other: number): number {
  if (one === other) return 1;
  return better === "less" ? other / one : one / other;
}

export const isAhead = (times: number): boolean => times > LEVEL;

/** "ahead 2.4 ×", "level" or "behind 1.3 ×". `times`: see `timesBetter`. */
export function verdict(times: number): string {
  if (times > LEVEL) return `ahead ${factor(times)}`;
  return times < 1 / LEVEL ? `**behind** ${factor(1 / times)}` : "level";
}

const factor = (times: number): string => (Number.isFinite(times) ? `${number(times)} ×` : "by far");
