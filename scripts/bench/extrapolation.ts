// Extrapolates one renewal to hours and months, and to money.
import { gbSeconds, objectPrice, redisPrice } from "./prices.ts";
import { each, type Sample } from "./stage.ts";
import { dollars, table } from "./table.ts";

const HOUR_MS = 3_600_000;
const HOURS_PER_MONTH = 720;
const MANY = 10_000;

/**
 * The maximum of one object's alarms within a third of a lease: joins of the same twenty-fourth of the lease share
 * theirs.
 */
const MOST_ALARMS = 8;

export interface Renewals {
  readonly keepAlive: Sample;
  readonly handOff: Sample;
  readonly durableLocks: Sample;
}

export function hourTable({ keepAlive, handOff, durableLocks }: Renewals): string {
  const row = (what: string, renewal: Sample, leaseMs: number): string[] => {
    // The invocation renews a hundredth of the lease sooner, because it counts from its own validity.
    const everyMs = leaseMs / 3 - (renewal === keepAlive ? leaseMs / 100 : 0);
    const perHour = HOUR_MS / everyMs;
    return [`${what}, lease ${leaseMs / 1_000} s`, ...cells(each(renewal, (member) => member * perHour))];
  };
  return usageTable([
    row("keepAlive", keepAlive, 30_000),
    row("keepAlive", keepAlive, 120_000),
    row("handOff", handOff, 120_000),
    row("handOff", handOff, 30_000),
    row("DurableLocks", durableLocks, 120_000),
    row("DurableLocks", durableLocks, 30_000),
  ]);
}

/** `one`: an alarm for one lease; `all`: alarms that renewed `leases` of them once. */
export function monthTable(one: Sample, all: Sample, leases: number): string {
  const perLease = each(all, (member, name) => (member - all.alarms * one[name]) / (leases - all.alarms));
  const row = (what: string, leaseMs: number, objects: number, alarms: number): string[] => {
    const runs = objects * alarms;
    const perMonth = (HOURS_PER_MONTH * HOUR_MS) / (leaseMs / 3);
    const month = each(one, (fixed, name) => (runs * fixed + (MANY - runs) * perLease[name]) * perMonth);
    return [`${what}, lease ${leaseMs / 1_000} s`, ...cells(month)];
  };
  return usageTable([
    row("1 object, at once", 120_000, 1, 1),
    row("1 object, any time", 120_000, 1, MOST_ALARMS),
    row("4 objects, any time", 120_000, 4, MOST_ALARMS),
    row("4 objects, any time", 30_000, 4, MOST_ALARMS),
    row("an object each", 120_000, MANY, 1),
  ]);
}

function usageTable(rows: string[][]): string {
  const header = [
    "",
    "requests",
    "commands",
    "DO requests",
    "rows written",
    "rows read",
    "GB-s",
    "Redis",
    "Cloudflare",
  ];
  return table(header, rows);
}

function cells(sample: Sample): string[] {
  const { requests, commands, objectRequests, rowsWritten, rowsRead } = sample;
  const amounts = [requests, commands, objectRequests, rowsWritten, rowsRead, gbSeconds(sample)];
  return [...amounts.map(amount), dollars(redisPrice(sample)), dollars(objectPrice(sample))];
}

/** 1,234 or 12.3 M. */
function amount(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3)).toLocaleString("en-US")} M`;
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(2)));
}
