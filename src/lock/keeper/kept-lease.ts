// One lease that a Durable Object keeps, and when its renewal is due.
import { nowMs } from "../../base/clock.ts";
import type { HoldEnd } from "../../base/errors.ts";
import type { GrantedHold } from "../protocol.ts";
import { alarmAfter } from "../watchdog/renewal-plan.ts";

/** Why a lease is no longer kept: it was released, its deadline passed, or it was lost. */
export type KeptEnd = "released" | "expired" | "lost";

/** Converts the end that Redis reports to the end of a kept lease. */
export function keptEnd(redisEnd: HoldEnd): KeptEnd {
  return redisEnd === "released" || redisEnd.startsWith("still:") ? "released" : "lost";
}

/** One lease that is kept. Instants are epoch ms by the object's clock. */
export interface KeptLease {
  readonly id: string;
  /** Its `leaseMs` is the lease that a renewal sets. */
  readonly hold: GrantedHold;
  readonly joinedAt: number;
  /** When keeping ends at the latest; Infinity: only by its release. */
  readonly deadline: number;
  /** True: it is not renewed, only watched until its deadline. */
  readonly fixed: boolean;
}

/** A lease, and what this instance of the object knows of it. */
export interface KeptEntry {
  lease: KeptLease;
  /** When the last confirmed renewal was sent, epoch ms; undefined: not known to this instance of the object. */
  renewedAt: number | undefined;
  /** On the local clock. The lease is lost if no renewal is answered by then. */
  validUntil: number;
  failures: number;
  /** When to attempt again after a failure. */
  retryAt: number;
  /** An alarm is renewing it now. */
  renewing: boolean;
  /** How many leases its next request may renew. */
  most: number;
}

/** Returns when the lease must be renewed or checked, epoch ms. */
export function dueAt(entry: KeptEntry, now: number): number {
  // Its renewal is in flight, but an alarm must follow: this instance may end before the answer.
  if (entry.renewing) return now + entry.lease.hold.leaseMs / 12;
  return Math.min(renewalDueAt(entry, now), entry.lease.deadline);
}

function renewalDueAt({ lease, renewedAt, failures, retryAt, validUntil }: KeptEntry, now: number): number {
  if (lease.fixed) return lease.deadline;
  // Without an answer: again soon, and at the end of validity, when it is lost.
  if (failures > 0) return Math.min(retryAt, now + Math.max(0, validUntil - nowMs()));
  return alarmAfter(lease.joinedAt, lease.hold.leaseMs, renewedAt ?? now);
}

/**
 * Returns whether an alarm must renew or check a lease now. `matchedAt`: the time for which that alarm was set, if it
 * shows that leases with an unknown renewal are due, too.
 */
export function isDue(entry: KeptEntry, now: number, matchedAt: number | undefined): boolean {
  const { lease, renewedAt, renewing } = entry;
  if (renewing) return false;
  if (lease.deadline <= now) return true;
  if (renewedAt !== undefined || lease.fixed) return dueAt(entry, now) <= now;
  return matchedAt === undefined || alarmAfter(lease.joinedAt, lease.hold.leaseMs, matchedAt - 1) <= now;
}

/** Returns whether `at` is one of the lease's own instants. An alarm for undone work never comes at one. */
export function isOwnInstant({ deadline, joinedAt, hold }: KeptLease, at: number): boolean {
  return deadline === at || alarmAfter(joinedAt, hold.leaseMs, at - 1) === at;
}

/** Returns whether the last renewal is unknown: an earlier instance of the object may have renewed it a moment ago. */
export function lastRenewalUnknown({ lease, renewedAt }: KeptEntry): boolean {
  return renewedAt === undefined && !lease.fixed;
}

/**
 * Groups leases of about the same length into one request, because its timeout and `enoughMs` depend on the length.
 * Fixed leases are only checked, and so may be those whose last renewal is unknown.
 */
export function groupOf(entry: KeptEntry): string {
  const { fixed, hold } = entry.lease;
  const length = Math.floor(Math.log(hold.leaseMs) / Math.log(1.25));
  return `${fixed ? "fixed" : `${lastRenewalUnknown(entry) ? "unknown" : "known"} ${length}`} ${entry.most}`;
}

/**
 * Returns the remaining lease from which a lease of the group is not renewed, ms; undefined: renew all. `alarmMatches`:
 * the alarm shows that leases with an unknown renewal are due, too.
 */
export function enoughMs(group: readonly KeptEntry[], alarmMatches: boolean): number | undefined {
  if (group.some(({ lease }) => lease.fixed)) return 0;
  return alarmMatches || !group.some(lastRenewalUnknown) ? undefined : Math.ceil((leaseRange(group).longest * 2) / 3);
}

/** Returns the shortest and the longest lease, ms. */
export function leaseRange(entries: readonly KeptEntry[]): { shortest: number; longest: number } {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  for (const { lease } of entries) {
    shortest = Math.min(shortest, lease.hold.leaseMs);
    longest = Math.max(longest, lease.hold.leaseMs);
  }
  return { shortest, longest };
}
