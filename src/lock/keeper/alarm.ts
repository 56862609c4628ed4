// The one alarm of a Durable Object. Other code may set it, too, so this module only brings it forward, or sets it if
// it is missing.
import { epochNowMs } from "../../base/clock.ts";
import { oddInstant } from "../watchdog/renewal-plan.ts";

/** The alarm methods of a Durable Object's storage. */
export interface AlarmClock {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

/** Other work of the alarm, besides leases. */
export interface OtherWork {
  /** When work is due next, epoch ms; Infinity: nothing is due. */
  nextAt(): number;
  /** Does what is due. Must not reject. */
  onAlarm(): Promise<void>;
}

export const NO_OTHER_WORK: OtherWork = { nextAt: () => Number.POSITIVE_INFINITY, onAlarm: async () => {} };

const AFTER_FAILURE_MS = 10_000;

/** Returns when an alarm that failed as a whole is repeated, epoch ms: soon, to save the leases. */
export function afterFailure(leaseMs: number): number {
  return oddInstant(epochNowMs() + Math.min(AFTER_FAILURE_MS, leaseMs / 12));
}

// If an alarm is this late, its work is done without it. If it is overdue by a minute, it is set again. Not sooner:
// alarms come up to a minute late, and one that is set again on each contact might never come.
const LATE_MS = 5_000;
const OVERDUE_MS = 60_000;

/**
 * Makes sure that the alarm comes at `at`, epoch ms, or earlier. Returns "in time" if it was set for that; "set" if
 * there was none or a later one; "late" if it is late, so that the caller must do its work.
 * @param ifMissing when it must come if none is set
 */
export async function bringForward(
  clock: AlarmClock,
  at: number,
  ifMissing: number = at,
): Promise<"in time" | "set" | "late"> {
  const now = epochNowMs();
  const set = await clock.getAlarm();
  if (set !== null && set <= at && set > now - OVERDUE_MS) return set > now - LATE_MS ? "in time" : "late";
  const wanted = set === null ? ifMissing : set <= now ? now : at;
  // An alarm for now or the past is known to stall.
  await clock.setAlarm(wanted > now ? wanted : oddInstant(now + 1));
  return set !== null && set <= now ? "late" : "set";
}
