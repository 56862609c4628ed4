// How many streams one client opens at a time. A Worker has six connections whose headers have not come, for all that
// an invocation does: streams that are slow to open must not keep a renewal waiting. Once open, they count no more.
import { unrefSleep } from "../wait/sleep.ts";

const MOST_AT_ONCE = 2;
const LOOK_MS = 20;

export class OpeningSlots {
  readonly #takenUntil = new Set<{ readonly ms: number }>();

  /**
   * Takes a slot for so long at most: whoever has it may be cut, and never give it back. Returns what does. Ways out: a
   * slot; aborted, with one that is of no use.
   */
  async take(atMostMs: number, signal: AbortSignal): Promise<() => void> {
    while (!signal.aborted && this.#taken() >= MOST_AT_ONCE) await unrefSleep(LOOK_MS, signal);
    const until = { ms: performance.now() + atMostMs };
    this.#takenUntil.add(until);
    return () => this.#takenUntil.delete(until);
  }

  #taken(): number {
    const now = performance.now();
    for (const until of this.#takenUntil) if (until.ms <= now) this.#takenUntil.delete(until);
    return this.#takenUntil.size;
  }
}
