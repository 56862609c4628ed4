// One clock for all threads: CLOCK_MONOTONIC, in ms. `performance.now()` starts anew in every thread, but counts the
// same.

/** Now, comparable between threads. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** What to take from a shared instant to get one of this thread's `performance.now()`. */
export const sharedOffset: number = sharedNow() - performance.now();

/** How closely it is looked at. */
export const BEAT_MS = 20;
const KEPT_MS = 120_000;

/**
 * How late this thread's event loop was, and when. A process that does not run can neither notice nor tell anything, so
 * what the checker asks of a client at an instant is put off by what its loop was late around it.
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

  /** How much of the time from `from` to `to` the loop did not run when it should have, in ms. */
  within(from: number, to: number): number {
    let sum = 0;
    // Newest first; ends with the first stretch that was over before.
    for (let index = this.#late.length - 1; index >= 0; index -= 1) {
      const stretch = this.#late[index];
      if (stretch === undefined || stretch.to < from) break;
      sum += Math.max(0, Math.min(stretch.to, to) - Math.max(stretch.from, from));
    }
    // The stretch that has not ended yet.
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
    while ((this.#late[0]?.to ?? now) < now - KEPT_MS) this.#late.shift();
  }
}
