// When to renew, and how long a hold is valid. Pure arithmetic on the local clock, in ms. The timer of an
// invocation and the alarm of a Durable Object follow the same plan. Renewal after a third of the lease is Redisson's
// rule (lockWatchdogTimeout / 3). Validity counts from before the request, as on the Redlock page.

/**
 * Returns the end of validity: counted from before the request was sent, less a margin for clock drift. `remainingMs`
 * is the remaining time by Redis, perhaps of a longer lease. -1 (another program removed the TTL) counts as one lease.
 */
export function validUntil(sentAt: number, remainingMs: number, leaseMs: number): number {
  return sentAt + (remainingMs === -1 ? leaseMs : remainingMs) - Math.max(leaseMs / 100, remainingMs / 100, 50);
}

/**
 * Returns the instant of the next renewal: a third of the lease after the last one. After a failure it is soon, with
 * growing pauses that leave time for several attempts before the end.
 */
export function renewalAt(valid: number, leaseMs: number, failures: number, now: number): number {
  if (failures === 0) return valid - (leaseMs * 2) / 3;
  return now + Math.min((leaseMs / 48) * 2 ** (failures - 1), leaseMs / 12);
}

/**
 * Returns the first instant after `after` at which an alarm renews a lease that was joined at `joinedAt`, both epoch
 * ms. The instants are a third of the lease apart, and the first comes a little earlier. Joins within the same
 * twenty-fourth of a lease share their instants. So an object with many leases wakes at most eight times per third of a
 * lease. The instants are even and follow from the join alone. So an object that was evicted in between knows the
 * purpose of each alarm.
 */
export function alarmAfter(joinedAt: number, leaseMs: number, after: number): number {
  const grain = evenInstant(leaseMs / 24);
  const period = 8 * grain;
  const base = joinedAt - (joinedAt % grain);
  return base + Math.max(1, Math.floor((after - base) / period) + 1) * period;
}

/** Returns `at` or the instant before it: even instants are for the leases' own alarms. */
export function evenInstant(at: number): number {
  return 2 * Math.floor(at / 2);
}

/**
 * Returns `at` or the instant after it. Odd instants are for work that was not done in time, and are never mistaken for
 * a lease's own alarm.
 */
export function oddInstant(at: number): number {
  return 2 * Math.floor(at / 2) + 1;
}

/** Returns how long one renewal attempt may take before the next. */
export function renewalTimeoutMs(leaseMs: number): number {
  return Math.min(leaseMs / 6, 5_000);
}

/** Returns how long one attempt of an acquire, release or check may take before it is repeated, by its lease. */
export function tryTimeoutMs(leaseMs: number): number {
  return Math.max(1_000, Math.min(leaseMs / 3, 5_000));
}
