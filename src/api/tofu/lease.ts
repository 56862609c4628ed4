// The lease of a state's lock, which stands in the address: `?lease=30m`. It is a parameter and no part of the path, so
// one path names a state, whatever its lease, and one address serves for the state, the lock and the unlock.
import { InvalidOptionError } from "../../errors.ts";
import { withinLimit } from "../permission.ts";
import { text } from "../request.ts";

const DEFAULT_MS = 3_600_000;
const MAX_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Returns the lease in ms. Default: an hour, or less for a caller with a lower limit.
 * @throws INVALID_OPTION naming "lease"; 403 for more than the caller may ask for
 */
export function leaseOf(given: unknown, maxLeaseMs: number | undefined): number {
  if (given === undefined) return Math.min(DEFAULT_MS, maxLeaseMs ?? DEFAULT_MS);
  const [, digits = "", unit = ""] = /^([1-9]\d{0,4})([smh])$/.exec(text("lease", given)) ?? [];
  const leaseMs = Number(digits) * (UNIT_MS[unit] ?? 0);
  if (leaseMs < 1_000 || leaseMs > MAX_MS) {
    throw new InvalidOptionError("lease", "must be a duration from 1s to 24h, such as 90s, 30m or 2h");
  }
  withinLimit("lease", leaseMs, maxLeaseMs);
  return leaseMs;
}
