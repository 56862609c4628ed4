// The one alarm of a Durable Object. Others may set it too: it is only ever brought forward here, or set when it is missing.

/** The part of a Durable Object's storage that is about its alarm. */
export interface AlarmClock {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

/** When an alarm that failed as a whole comes again, ms. */
export const AFTER_FAILURE_MS = 10_000;

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
  await clock.setAlarm(Math.max(wanted, now + 1));
  return true;
}
