// One lease that a Durable Object keeps, and what follows from its state: when it is due.
import type { HoldEnd } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { alarmAfter } from "../watchdog/renewal-plan.ts";

/** How keeping a lease ended: by a release somewhere, at its deadline, or because it was lost. */
export type KeptEnd = "released" | "expired" | "lost";

/** What Redis' word for an end means for whoever kept the lease. */
export function keptEnd(told: HoldEnd): KeptEnd {
  return told === "released" || told.startsWith("still:") ? "released" : "lost";
}

/** One lease that is kept. Instants are epoch ms by the object's clock, but for `validUntil`. */
export interface KeptLease {
  readonly id: string;
  /** Its `leaseMs` is what a renewal sets. */
  readonly hold: GrantedHold;
  readonly joinedAt: number;
  /** When it ends at the latest; Infinity: not before its release. */
  readonly deadline: number;
  /** Fixed: it is not renewed, only watched until its deadline. */
  readonly fixed: boolean;
}

/** A lease and what this instance of the object knows of it. */
export interface KeptEntry {
  lease: KeptLease;
  /** When the last renewal that was confirmed was sent; undefined: not known to this instance of the object. */
  renewedAt: number | undefined;
  /** On the monotonic clock: not answered until then, the lease is lost. */
  validUntil: number;
  failures: number;
  /** The next try, when the last one failed. */
  retryAt: number;
  /** An alarm is about to renew it. */
  renewing: boolean;
}

/** When it is to be renewed, or looked at, epoch ms. */
export function dueAt(entry: KeptEntry, now: number): number {
  // Looked after, but an alarm has to follow: this instance may end before it is done.
  if (entry.renewing) return now + entry.lease.hold.leaseMs / 12;
  return Math.min(renewalDueAt(entry, now), entry.lease.deadline);
}

function renewalDueAt({ lease, renewedAt, failures, retryAt, validUntil }: KeptEntry, now: number): number {
  if (lease.fixed) return lease.deadline;
  // Not answered: again soon, and at the end of validity, when it is lost.
  if (failures > 0) return Math.min(retryAt, now + Math.max(0, validUntil - performance.now()));
  return alarmAfter(lease.joinedAt, lease.hold.leaseMs, renewedAt ?? now);
}

/** Whether `at` is an instant that the lease has of its own: an alarm for something undone comes at none. */
export function isOwnInstant({ deadline, joinedAt, hold }: KeptLease, at: number): boolean {
  return deadline === at || alarmAfter(joinedAt, hold.leaseMs, at - 1) === at;
}

/** An earlier instance of the object may have renewed it a moment ago. */
export function lastRenewalUnknown({ lease, renewedAt }: KeptEntry): boolean {
  return renewedAt === undefined && !lease.fixed;
}

/**
 * Leases of about one length travel together: how long a request may take, and how much lease is enough, hangs on the
 * length. Fixed ones are only asked for, and so may be those that are not known to be due.
 */
export function groupOf(entry: KeptEntry): string {
  const { fixed, hold } = entry.lease;
  const length = Math.floor(Math.log(hold.leaseMs) / Math.log(1.25));
  return fixed ? "fixed" : `${lastRenewalUnknown(entry) ? "unknown" : "known"} ${length}`;
}

/**
 * A lease of the group with more left than this is not renewed, ms; undefined: all are. `alarmMatches`: by its alarm
 * also an unknown one is due.
 */
export function enoughMs(group: readonly KeptEntry[], alarmMatches: boolean): number | undefined {
  if (group.some(({ lease }) => lease.fixed)) return 0;
  return alarmMatches || !group.some(lastRenewalUnknown) ? undefined : Math.ceil((leaseRange(group).longest * 2) / 3);
}

/** The lengths of leases, ms. */
export function leaseRange(entries: readonly KeptEntry[]): { shortest: number; longest: number } {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  for (const { lease } of entries) {
    shortest = Math.min(shortest, lease.hold.leaseMs);
    longest = Math.max(longest, lease.hold.leaseMs);
  }
  return { shortest, longest };
}
