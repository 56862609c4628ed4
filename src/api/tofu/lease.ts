// The lease of a state's lock, which stands in the address: `?lease=30m`. It is a parameter, so that one path names a
// state, whatever its lease. One address then serves for the state, the lock and the unlock.
import { InvalidOptionError } from "../../errors.ts";
import { withinLimit } from "../permission.ts";

const DEFAULT_MS = 3_600_000;
const MAX_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Returns the lease in ms. Default: an hour, or less for a caller with a lower limit.
 * @param lease as in the schema
 * @throws INVALID_OPTION naming "lease"; 403 for more than the caller may ask for
 */
export function leaseOf(lease: string | undefined, maxLeaseMs: number | undefined): number {
  if (lease === undefined) return Math.min(DEFAULT_MS, maxLeaseMs ?? DEFAULT_MS);
  const leaseMs = Number(lease.slice(0, -1)) * (UNIT_MS[lease.slice(-1)] ?? 0);
  if (leaseMs > MAX_MS) throw new InvalidOptionError("lease", "must be 24h at most");
  withinLimit("lease", leaseMs, maxLeaseMs);
  return leaseMs;
}
