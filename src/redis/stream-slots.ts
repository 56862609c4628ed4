// Limits how many streams one client opens at a time. An invocation of a Worker may have six connections that still
// wait for headers. Streams that are slow to open must not delay a renewal. Open streams do not count.
import { nowMs } from "../clock.ts";
import { unrefSleep } from "../wait/sleep.ts";

const MOST_AT_ONCE = 2;
const LOOK_MS = 20;

export class OpeningSlots {
  readonly #takenUntil = new Set<{ readonly ms: number }>();

  /**
   * Takes a slot for at most `atMostMs`, because a cut invocation never gives it back. Returns a function that gives it
   * back. After an abort it returns at once; the slot is then unused.
   */
  async take(atMostMs: number, signal: AbortSignal): Promise<() => void> {
    while (!signal.aborted && this.#taken() >= MOST_AT_ONCE) await unrefSleep(LOOK_MS, signal);
    const until = { ms: nowMs() + atMostMs };
    this.#takenUntil.add(until);
    return () => this.#takenUntil.delete(until);
  }

  #taken(): number {
    const now = nowMs();
    for (const until of this.#takenUntil) if (until.ms <= now) this.#takenUntil.delete(until);
    return this.#takenUntil.size;
  }
}
