// How long a holder may believe in its hold: the local end of the lease, told through a signal. Loss is a signal, not an
// exception thrown in a timer. It knows neither Redis nor lock kinds.
import { looseTimer } from "../wait/loose-timer.ts";
import { validUntil } from "./plan.ts";

export class Belief {
  readonly #leaseMs: number;
  readonly #onLeaseEnd: () => void;
  readonly #loss = new AbortController();
  #until: number;
  #timer: ReturnType<typeof setTimeout>;
  #watched = true;

  /** `until`: on the monotonic clock. `onLeaseEnd` runs when it has passed and `settle` was not called. */
  constructor(until: number, leaseMs: number, onLeaseEnd: () => void) {
    this.#until = until;
    this.#leaseMs = leaseMs;
    this.#onLeaseEnd = onLeaseEnd;
    this.#timer = this.#arm();
  }

  get until(): number {
    return this.#until;
  }

  get signal(): AbortSignal {
    return this.#loss.signal;
  }

  get lost(): boolean {
    return this.#loss.signal.aborted;
  }

  /** Ms left; 0 when the end has passed. */
  leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Believes a reply as far as it reaches; an older one that comes late takes nothing away. */
  extend(sentAt: number, remainingMs: number): void {
    this.#until = Math.max(this.#until, validUntil(sentAt, remainingMs, this.#leaseMs));
    if (this.#watched) this.#rearm();
  }

  /** Looks at the clock now: a timer may be late after a pause of the process, or not have fired in a busy one. */
  look(): void {
    if (!this.#watched) return;
    if (this.leftMs() === 0) this.#onLeaseEnd();
    else this.#rearm();
  }

  lose(reason: unknown): void {
    this.settle();
    this.#loss.abort(reason);
  }

  /** Stops watching the clock: the hold is being released, was lost, or is somebody else's to watch. */
  settle(): void {
    this.#watched = false;
    clearTimeout(this.#timer);
  }

  /** Watches again, after a release that was not answered. */
  resume(): void {
    this.#watched = !this.lost;
    this.look();
  }

  // A timer can fire a fraction early; look() then arms it again.
  #arm(): ReturnType<typeof setTimeout> {
    return looseTimer(() => this.look(), this.leftMs());
  }

  #rearm(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#arm();
  }
}
