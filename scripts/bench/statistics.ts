// Summaries of many measurements.

/** One figure of one subject. */
export interface Value {
  readonly median: number;
  /** Undefined for counts, and where there are too few measurements. */
  readonly p95?: number;
}

const FEWEST_FOR_P95 = 10;

export function summarize(samples: readonly number[]): Value | undefined {
  const [median, p95] = [quantile(samples, 0.5), quantile(samples, 0.95)];
  if (median === undefined || p95 === undefined) return undefined;
  return samples.length < FEWEST_FOR_P95 ? { median } : { median, p95 };
}

/** The smallest value that at least this share of the measurements does not exceed. */
export function quantile(samples: readonly number[], share: number): number | undefined {
  return samples.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * samples.length) - 1)];
}
