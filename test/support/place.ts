// The place in which a test runs: in virtual time, or on a real clock. Contracts run in both.
import { inject, it } from "vitest";

/**
 * How many times as long leases are on a real clock. A busy machine pauses for seconds: that would end short leases, and
 * attempts with them. In `npm test`, nothing waits for the end of a lease.
 */
const ON_A_REAL_CLOCK = inject("isQuick") ? 10 : 4;

/** Whether no socket and no other process can take part. */
export const isVirtual: boolean = inject("clock") === "virtual";

/**
 * Returns a lease as given in virtual time, and several times as long on a real clock. Also scales the times that belong to
 * a lease: a TTL, a wait, a delay or a limit that must end before or after it.
 *
 * @param ms at least 1,000 for a lease
 */
export function leaseTime(ms: number): number {
  return isVirtual ? ms : ON_A_REAL_CLOCK * ms;
}

/** Returns the upper bound of an elapsed time, ms: as given in virtual time, and infinity on a real clock. */
export function atMost(ms: number): number {
  return isVirtual ? ms : Number.POSITIVE_INFINITY;
}

/**
 * A test that waits for the end of a lease, or longer. `npm test` runs it in virtual time alone, where it takes no time.
 * On a real clock, the other runs have it.
 */
export const itWaits: ReturnType<typeof it.skipIf> = it.skipIf(!isVirtual && inject("isQuick"));
