// The limits of one request. With them, no request causes more than 1,000 billed commands in the following 24 hours,
// even if its caller is gone. test/node/lock-api/bill.test.ts measures that.
import type { PageBounds } from "../locks/list-locks.ts";
import { type Refusal, refused } from "./refusal.ts";

/** The lease of an acquire. */
export const MIN_LEASE_MS = 1_000;
export const MAX_LEASE_MS = 600_000;
/** The longest wait of one request, which occupies a connection. For a longer wait, callers repeat the request. */
export const MAX_WAIT_MS = 60_000;
/** The most holds that one owner may have of one lock. */
export const MAX_HOLDS = 64;
/** The largest body of a request. A hold's text has at most about 1 KB. */
export const MAX_BODY_BYTES = 4_096;
/** The most locks of one page, and its default. Up to 13 commands describe a lock. */
export const MAX_LISTED = 50;
/** What one page may cost. Each request passes keys with nine commands, or describes found ones. */
export const PAGE_BOUNDS: PageBounds = { requests: 8 };
/** Default of `maxKeptHolds`: the most holds that the watchdog keeps for one principal. */
export const DEFAULT_KEPT_HOLDS = 1_000;

/** How long a capability token is valid. */
export const MIN_TOKEN_LIFE_MS = 60_000;
export const MAX_TOKEN_LIFE_MS = 31_622_400_000;
/** The lease of a hand-off. */
export const MIN_KEPT_LEASE_MS = 30_000;
export const MAX_KEPT_LEASE_MS = 1_600_000;
/** How long a hand-off keeps a hold. */
export const MIN_HOLD_MS = 1_000;
export const MAX_HOLD_MS = 86_400_000;

const KEPT_LEASE_MS = 120_000;
/**
 * The most leases for which a hold is kept. The first number is for a new owner. The second is for a passed owner or a
 * read hold, and the third for a hold that is both. A lease takes three renewals, each of at most 6, 9, or 73 billed
 * commands.
 */
export const KEPT_LEASES = [54, 36, 3] as const;

/** The properties of a hold that determine the cost of its renewal. */
interface KeptKind {
  /** A read hold: each has a key with its own lease. */
  readonly shared?: true | undefined;
  /** False: the owner was passed, may have other holds, and each has a record. */
  readonly ownerIsNew: boolean;
}

function maxLeases({ shared, ownerIsNew }: KeptKind): number {
  const [most, fewer, least] = KEPT_LEASES;
  if (shared === true && !ownerIsNew) return least;
  return shared === true || !ownerIsNew ? fewer : most;
}

/**
 * Checks the terms of a hand-off against each other. Without `leaseMs`, the lease is as long as the hold needs, but at
 * least 120,000 ms.
 * @throws 422 naming "maxHoldMs": the members are valid, but do not fit this hold
 */
export function handOffLimits(
  { maxHoldMs, leaseMs: asked }: { readonly maxHoldMs: number; readonly leaseMs?: number | undefined },
  hold: KeptKind,
): { readonly maxHoldMs: number; readonly leaseMs: number } {
  const leases = maxLeases(hold);
  const longest = leases * MAX_KEPT_LEASE_MS;
  if (maxHoldMs > longest) throw unfit(`must be at most ${longest} for this hold`);
  const least = Math.ceil(maxHoldMs / leases);
  const leaseMs = asked ?? Math.max(KEPT_LEASE_MS, least);
  if (leaseMs < least) {
    throw unfit(
      `is more than ${leases} leases of ${leaseMs} ms, the most for this hold: give a leaseMs of at least ${least}`,
    );
  }
  return { maxHoldMs, leaseMs };
}

function unfit(problem: string): Refusal {
  return refused(422, `"maxHoldMs" ${problem}`, { code: "INVALID_OPTION", option: "maxHoldMs" });
}
