// Summaries of many measurements.

/** One figure of one subject. */
export interface Value {
  readonly median: number;
  /** Undefined for counts, and where there are too few measurements. */
  readonly p95?: number;
}

const FEWEST_FOR_P95 = 10;

export function summarize(samples: readonly number[]): Value | undefined {
  const sorted = samples.toSorted((a, b) => a - b);
  // The smallest value that at least this share of the measurements does not exceed.
  const quantile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  if (sorted.length === 0) return undefined;
  return sorted.length < FEWEST_FOR_P95 ? { median: quantile(0.5) } : { median: quantile(0.5), p95: quantile(0.95) };
}

/** Jain's index of fairness: 1 if all got the same, 1/n if one of n got everything. */
export function jain(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share * share, 0);
  return sum === 0 ? 0 : (sum * sum) / (shares.length * squares);
}

/**
 * Jain's index as a share of the highest possible: so few grants that some of the callers must go without would lower
 * the index of any lock.
 */
export function fairness(grants: readonly number[]): number {
  const all = grants.reduce((total, count) => total + count, 0);
  const each = Math.floor(all / grants.length);
  const best = grants.map((_, caller) => each + (caller < all % grants.length ? 1 : 0));
  return all === 0 ? 0 : jain(grants) / jain(best);
}

/** Hand-over times: from each release to the next grant of the lock. */
export function handOvers(
  moments: readonly { readonly what: "granted" | "releasing"; readonly atMs: number }[],
): number[] {
  const times: number[] = [];
  let releasedAt: number | undefined;
  for (const { what, atMs } of moments.toSorted((one, other) => one.atMs - other.atMs)) {
    if (what === "granted" && releasedAt !== undefined) times.push(atMs - releasedAt);
    releasedAt = what === "releasing" ? atMs : undefined;
  }
  return times;
}
