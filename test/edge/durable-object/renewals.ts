// The renewals that Redis carried out, read from the log of its commands.

import { lockRenewMany } from "../../../src/lock/lua/generated.ts";
import { evenInstant } from "../../../src/lock/watchdog/renewal-plan.ts";
import type { Gateway, WitnessEntry } from "../../../src/tools/gateway/gateway.ts";

export interface SeenRenewal {
  readonly atMs: number;
  readonly leaseMs: number;
}

/** Returns the leases that one request of an alarm set, by key. */
export function renewalsIn({ command, reply, atMs }: WitnessEntry): Map<string, SeenRenewal> {
  const seen = new Map<string, SeenRenewal>();
  const [, script, count, ...rest] = command.map(String);
  if ((script !== lockRenewMany.sha1 && script !== lockRenewMany.source) || !Array.isArray(reply)) return seen;
  const keys = rest.slice(0, Number(count));
  const [, , , ...args] = rest.slice(Number(count));
  for (let hold = 0; hold < args.length / 6; hold += 1) {
    const leaseMs = Number(args[6 * hold + 2]);
    // The reply is the lease that was set, or the remaining lease of another one, or the end.
    if (reply[2 + hold] === leaseMs) seen.set(keys[2 * hold] ?? "", { atMs, leaseMs });
  }
  return seen;
}

/**
 * Returns the renewals of one lock that moved the end of its lease, oldest first. At its deadline, nothing is moved.
 */
export function renewalsOf(gateway: Gateway, key: string): SeenRenewal[] {
  let end = 0;
  return gateway.witness().flatMap((entry) => {
    const renewal = entry.command.includes(key) ? renewalsIn(entry).get(key) : undefined;
    // Longer than the possible transit of a request.
    if (renewal === undefined || renewal.atMs + renewal.leaseMs < end + 200) return [];
    end = renewal.atMs + renewal.leaseMs;
    return [renewal];
  });
}

/**
 * Returns by how many the renewals ever exceeded one per started third of the lease. A late renewal does not count as
 * another.
 */
export function beyondOnePer(periods: readonly number[]): number {
  let [renewals, most] = [0, 0];
  for (const [period, count] of periods.entries()) {
    renewals += count;
    most = Math.max(most, renewals - (period + 1));
  }
  return most;
}

/** Counts them in each third of the lease; the first third begins with the join. */
export function byPeriod(renewals: readonly SeenRenewal[], joinedAt: number, leaseMs: number): number[] {
  const grain = evenInstant(leaseMs / 24);
  const base = joinedAt - (joinedAt % grain);
  const counts: number[] = [];
  for (const { atMs } of renewals) {
    const period = Math.max(0, Math.floor((atMs - base) / (8 * grain)));
    counts[period] = (counts[period] ?? 0) + 1;
  }
  return Array.from(counts, (count) => count ?? 0);
}
