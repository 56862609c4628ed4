// One clock for all threads: CLOCK_MONOTONIC, in ms. `performance.now()` starts at 0 in every thread, but counts the
// same.

/** Returns the time, comparable between threads. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The difference between the shared time and this thread's `performance.now()`. */
export const sharedOffset: number = sharedNow() - performance.now();

/** The resolution of the measured lateness. */
export const BEAT_MS = 20;

/**
 * Records when this thread's event loop was late, and by how much. A stopped process can neither notice nor report
 * anything, so that the checker's deadlines for a client are extended by its loop's lateness around them. Nothing is
 * forgotten: the last holds are judged minutes after their end.
 */
export class LoopLag {
  readonly #late: { readonly from: number; readonly to: number }[] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  #last: number = performance.now();
  #worst = 0;

  constructor() {
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
  }

  get worstMs(): number {
    return this.#worst;
  }

  /** Returns the time from `from` to `to` in which the loop was late, in ms. */
  within(from: number, to: number): number {
    let sum = 0;
    // Newest first; ends with the first interval that is too old.
    for (let index = this.#late.length - 1; index >= 0; index -= 1) {
      const stretch = this.#late[index];
      if (stretch === undefined || stretch.to < from) break;
      sum += Math.max(0, Math.min(stretch.to, to) - Math.max(stretch.from, from));
    }
    // The interval that has not ended yet.
    return sum + Math.max(0, to - Math.max(this.#last + BEAT_MS, from));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const now = performance.now();
    const late = now - this.#last - BEAT_MS;
    if (late > BEAT_MS / 2) this.#late.push({ from: this.#last, to: now });
    this.#worst = Math.max(this.#worst, late);
    this.#last = now;
  }
}
