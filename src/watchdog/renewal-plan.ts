// When to renew, and how long a hold may be believed in. Pure arithmetic on the monotonic clock, in ms; the timer of an
// invocation and the alarm of a Durable Object follow the same plan. Renewal at a third of the lease is Redisson's
// (lockWatchdogTimeout / 3); counting from before the request is the Redlock page's validity time.

/**
 * Until when the holder may believe: counted from before the request was sent, less a margin for clocks that drift.
 * `remainingMs` is what Redis said is left, which may be of a longer lease; -1 (somebody took the TTL away) counts as
 * one lease.
 */
export function validUntil(sentAt: number, remainingMs: number, leaseMs: number): number {
  return sentAt + (remainingMs < 0 ? leaseMs : remainingMs) - Math.max(leaseMs / 100, remainingMs / 100, 50);
}

/** A hold with less than two thirds of its lease left is due for renewal. */
export function renewalDue(valid: number, leaseMs: number, now: number): boolean {
  return now >= renewalAt(valid, leaseMs, 0, now);
}

/**
 * The instant of the next renewal: a third of the lease after the last one, and after a failed try again soon, with
 * growing pauses that still leave room for several tries before the end.
 */
export function renewalAt(valid: number, leaseMs: number, failures: number, now: number): number {
  if (failures === 0) return valid - (leaseMs * 2) / 3;
  return now + Math.min((leaseMs / 48) * 2 ** (failures - 1), leaseMs / 12);
}

/**
 * The first instant after `after` at which an alarm renews a lease that was joined at `joinedAt`, both epoch ms. A
 * third of the lease lies between two, a little less before the first: joins of the same twenty-fourth of a lease share
 * their instants, so that an object with many leases wakes at most eight times a lease third. They follow from the join
 * alone, and are even: an object that was evicted in between knows what each alarm is for.
 */
export function alarmAfter(joinedAt: number, leaseMs: number, after: number): number {
  const grain = evenInstant(leaseMs / 24);
  const period = 8 * grain;
  const base = joinedAt - (joinedAt % grain);
  return base + Math.max(1, Math.floor((after - base) / period) + 1) * period;
}

/** At `at` or a moment before it: where all alarms are that leases have of their own. */
export function evenInstant(at: number): number {
  return 2 * Math.floor(at / 2);
}

/**
 * At `at` or a moment after it: an alarm for what was not done at its own, and never mistaken for that of another
 * lease.
 */
export function oddInstant(at: number): number {
  return 2 * Math.floor(at / 2) + 1;
}

/** How long one renewal may take before it is tried again. */
export function renewalTimeoutMs(leaseMs: number): number {
  return Math.min(leaseMs / 6, 5_000);
}

/** How long one try of an acquire, release or question may take before it is repeated, by the lease at stake. */
export function tryTimeoutMs(leaseMs: number): number {
  return Math.max(1_000, Math.min(leaseMs / 3, 5_000));
}
