// The cost of renewing many leases of one watchdog once.
import { setTimeout as sleep } from "node:timers/promises";
import type { Sample, Stage } from "./stage.ts";

export interface ManyLeases {
  readonly leaseMs: number;
  /** All joins, several at once; the object is busy throughout. */
  readonly joins: Sample;
  /** The one alarm that renews them all. */
  readonly alarm: Sample;
}

// A third of it is longer than the joins take.
const SHORTEST_LEASE_MS = 120_000;
const LEASE_MS_PER_JOIN = 30;
const AT_ONCE = 250;
// The time after which the alarm has certainly run, for any number of leases.
const SETTLED_MS = 5_000;

/** They join at the same instant of the object's clock, and therefore share their alarm. */
export async function manyLeases(stage: Stage, leases: number, roundTripMs: number): Promise<ManyLeases> {
  const leaseMs = Math.max(SHORTEST_LEASE_MS, leases * LEASE_MS_PER_JOIN);
  stage.simulateRoundTrip(0);
  const slices: { names: string[]; owners: string[]; leaseMs: number }[] = [];
  for (let from = 0; from < leases; from += AT_ONCE) {
    const names = Array.from({ length: Math.min(AT_ONCE, leases - from) }, (_, at) => `many-${from + at}`);
    slices.push({ names, owners: await stage.post<string[]>("/acquire", { names, leaseMs }), leaseMs });
  }
  await stage.post("/clock/stop");
  const start = performance.now();
  const joins = await stage.measure(async () => {
    for (const slice of slices) {
      const kinds = await stage.post<string[]>("/entrust", slice);
      if (kinds.some((kind) => kind !== "kept")) throw new Error("the watchdog did not keep every lease");
    }
  });
  const joiningMs = performance.now() - start;
  await stage.post("/clock/go-on");
  stage.simulateRoundTrip(roundTripMs);
  const alarmAt = await stage.post<number>("/watchdog/alarm");
  if (alarmAt < Date.now()) throw new Error("the joins took longer than a third of the lease");
  await stage.hibernate("watchdog");
  const alarm = await stage.measure(() => sleep(alarmAt - Date.now() + SETTLED_MS));
  if (alarm.alarms !== 1) throw new Error(`${alarm.alarms} alarms instead of one renewed the leases`);
  return { leaseMs, joins: { ...joins, objectMs: joiningMs }, alarm };
}
