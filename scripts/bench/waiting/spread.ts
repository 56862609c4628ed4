/** Summarises many measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export function spread(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  // The smallest value that at least this share of the measurements does not exceed.
  const quantile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { median: quantile(0.5), p95: quantile(0.95), max: quantile(1) };
}
