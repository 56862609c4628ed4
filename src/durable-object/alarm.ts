// The one alarm of a Durable Object. Others may set it too: it is only ever brought forward here, or set when it is
// missing.
import { oddInstant } from "../watchdog/renewal-plan.ts";

/** The part of a Durable Object's storage that is about its alarm. */
export interface AlarmClock {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

/** What the alarm is for, beside leases. */
export interface OtherWork {
  /** Epoch ms; Infinity: nothing is due. */
  nextAt(): number;
  /** Does what is due. Must not reject. */
  onAlarm(): Promise<void>;
}

export const NO_OTHER_WORK: OtherWork = { nextAt: () => Number.POSITIVE_INFINITY, onAlarm: async () => {} };

const AFTER_FAILURE_MS = 10_000;

/** When an alarm that failed as a whole comes again, epoch ms: soon, for the leases there are. */
export function afterFailure(leaseMs: number): number {
  return oddInstant(Date.now() + Math.min(AFTER_FAILURE_MS, leaseMs / 12));
}

// Later than that, somebody else does its work; much later, it is set anew. Not sooner: alarms come up to a minute
// late, and one that is set anew on each contact might never come.
const LATE_MS = 5_000;
const OVERDUE_MS = 60_000;

/**
 * Sees to it that the alarm comes at `at`, epoch ms, at the latest. Returns what was found: one that is in time; none,
 * or a later one, so that it had to be set; one that is late, whose work is to be done without it.
 * @param ifMissing when it comes if none is set
 */
export async function bringForward(
  clock: AlarmClock,
  at: number,
  ifMissing: number = at,
): Promise<"in time" | "set" | "late"> {
  const now = Date.now();
  const set = await clock.getAlarm();
  if (set !== null && set <= at && set > now - OVERDUE_MS) return set > now - LATE_MS ? "in time" : "late";
  const wanted = set === null ? ifMissing : set <= now ? now : at;
  // One for now or before is known to stall.
  await clock.setAlarm(wanted > now ? wanted : oddInstant(now + 1));
  return set !== null && set <= now ? "late" : "set";
}
