// The one alarm of a Durable Object. Others may set it too: it is only ever brought forward here, or set when it is missing.
import { oddInstant } from "../watchdog/plan.ts";

/** The part of a Durable Object's storage that is about its alarm. */
export interface AlarmClock {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

const AFTER_FAILURE_MS = 10_000;

/** When an alarm that failed as a whole comes again, epoch ms: soon, for the leases there are. */
export function afterFailure(leaseMs: number): number {
  return oddInstant(Date.now() + Math.min(AFTER_FAILURE_MS, leaseMs / 12));
}

// One that is so late will not come any more, or too late.
const OVERDUE_MS = 5_000;

/**
 * Sees to it that the alarm comes at `at`, epoch ms, at the latest. One that is overdue comes now: what it was for is due. Returns
 * whether it had to be set.
 * @param ifMissing when it comes if none is set
 */
export async function bringForward(clock: AlarmClock, at: number, ifMissing: number = at): Promise<boolean> {
  const now = Date.now();
  const set = await clock.getAlarm();
  if (set !== null && set > now - OVERDUE_MS && set <= at) return false;
  const wanted = set === null ? ifMissing : set <= now ? now : at;
  // One for now or before is known to stall.
  await clock.setAlarm(wanted > now ? wanted : oddInstant(now + 1));
  return true;
}
