// The place in which a test runs: in virtual time or on a real clock. The suites of contracts run in both.
import { inject } from "vitest";

/** How much longer leases are on a real clock: a busy machine pauses for a second, within which a short one ends. */
const ON_A_REAL_CLOCK = 4;

const isVirtual = inject("clock") === "virtual";

/**
 * Returns a lease, or a time in proportion to one, ms: as given in virtual time, and four times as long on a real clock.
 * A TTL, a wait or a delay is such a time when the test needs it to end before or after a lease, or to outlast a pause.
 *
 * @param ms at least 1,000 for a lease
 */
export function leaseTime(ms: number): number {
  return isVirtual ? ms : ON_A_REAL_CLOCK * ms;
}

/** Returns the upper bound of an elapsed time, ms: as given in virtual time. A real clock has none. */
export function atMost(ms: number): number {
  return isVirtual ? ms : Number.POSITIVE_INFINITY;
}
