// A timer is late by the time for which the machine was suspended. Code that waits for an instant learns here within
// a second that the clock has jumped past the time that its timer counts.

import { nowMs } from "../clock.ts";
import { endsWithInvocation } from "../invocation.ts";
import { unrefTimer } from "./sleep.ts";

const LOOK_EVERY_MS = 900;
// A busy process runs its timers late, too: an extra call is harmless.
const LATE_MS = 50;

/** Waits for an instant of the local clock. */
export interface Sleeper {
  /** Called when timers may be late: compares its instant with the clock again. It must not throw. */
  onResume(): void;
}

// One timer for all sleepers.
const sleepers = new Set<Sleeper>();
let isLooking = false;

/**
 * Calls `sleeper` after each resume, until `unwatchResume`. In Workers this does nothing: both clocks are one there,
 * and a pending timer keeps a Durable Object awake.
 */
export function watchResume(sleeper: Sleeper): void {
  if (endsWithInvocation()) return;
  sleepers.add(sleeper);
  if (!isLooking) look(nowMs());
}

export function unwatchResume(sleeper: Sleeper): void {
  sleepers.delete(sleeper);
}

function look(dueAt: number): void {
  const now = nowMs();
  if (now > dueAt + LATE_MS) for (const sleeper of sleepers) sleeper.onResume();
  isLooking = sleepers.size > 0;
  if (isLooking) unrefTimer(look, LOOK_EVERY_MS, now + LOOK_EVERY_MS);
}
