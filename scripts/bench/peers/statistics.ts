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

/** Returns the numbers of so many isolates, spread evenly, without the first. */
export function spreadOver(isolates: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => 1 + Math.floor((at * (isolates - 1)) / count));
}
