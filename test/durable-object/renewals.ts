// The renewals that Redis carried out, read from the log of what it executed.
import type { Gateway, WitnessEntry } from "../../scripts/gateway/index.ts";
import { lockRenewMany } from "../../src/lua/generated.ts";
import { evenInstant } from "../../src/watchdog/renewal-plan.ts";

export interface SeenRenewal {
  readonly atMs: number;
  readonly leaseMs: number;
}

/** The leases that one request of an alarm set, by key. */
export function renewalsIn({ command, reply, atMs }: WitnessEntry): Map<string, SeenRenewal> {
  const seen = new Map<string, SeenRenewal>();
  const [, script, count, ...rest] = command.map(String);
  if ((script !== lockRenewMany.sha1 && script !== lockRenewMany.source) || !Array.isArray(reply)) return seen;
  const keys = rest.slice(0, Number(count));
  const [, , , ...args] = rest.slice(Number(count));
  for (let hold = 0; hold < args.length / 6; hold += 1) {
    const leaseMs = Number(args[6 * hold + 2]);
    // The answer is the lease that was set; else what is left of one that was not, or how it ended.
    if (reply[2 + hold] === leaseMs) seen.set(keys[2 * hold] ?? "", { atMs, leaseMs });
  }
  return seen;
}

/**
 * The renewals of one lock, oldest first: those that moved the end of its lease. At its deadline there is nothing to
 * move.
 */
export function renewalsOf(gateway: Gateway, key: string): SeenRenewal[] {
  let end = 0;
  return gateway.witness().flatMap((entry) => {
    const renewal = entry.command.includes(key) ? renewalsIn(entry).get(key) : undefined;
    // More than what a request may have been on its way.
    if (renewal === undefined || renewal.atMs + renewal.leaseMs < end + 200) return [];
    end = renewal.atMs + renewal.leaseMs;
    return [renewal];
  });
}

/**
 * By how many there were, at any time, more than one for each third of the lease begun. One that comes late does not
 * count as another.
 */
export function beyondOnePer(periods: readonly number[]): number {
  let [renewals, most] = [0, 0];
  for (const [period, count] of periods.entries()) {
    renewals += count;
    most = Math.max(most, renewals - (period + 1));
  }
  return most;
}

/** How many of them fell into each third of the lease; the first third begins with the join. */
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
