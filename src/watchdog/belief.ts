// How long a holder may believe in its hold: the local end of the lease, told through a signal. Loss is a signal, not an
// exception thrown in a timer. It knows neither Redis nor lock kinds.
import { looseTimer } from "../wait/timers.ts";
import { validUntil } from "./plan.ts";

export class Belief {
  readonly #leaseMs: number;
  #watched: boolean;
  readonly #onLeaseEnd: () => void;
  readonly #ended = new AbortController();
  #until: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settled = false;

  /**
   * `until`: on the monotonic clock. `onLeaseEnd` is called when it has passed, unless `settle` or `end` came first; without
   * `watched`, when somebody looks: a pending timer would keep a Durable Object from hibernating.
   */
  constructor(until: number, leaseMs: number, watched: boolean, onLeaseEnd: () => void) {
    this.#until = until;
    this.#leaseMs = leaseMs;
    this.#watched = watched;
    this.#onLeaseEnd = onLeaseEnd;
    this.#timer = this.#arm();
  }

  get until(): number {
    return this.#until;
  }

  /** Aborts when the belief ends; from here on in time, whoever looks. */
  get signal(): AbortSignal {
    this.#watched = true;
    this.look();
    return this.#ended.signal;
  }

  get isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Ms left; 0 when the end has passed. */
  leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Believes a reply as far as it reaches; an older one that comes late takes nothing away. */
  extend(sentAt: number, remainingMs: number): void {
    this.#until = Math.max(this.#until, validUntil(sentAt, remainingMs, this.#leaseMs));
    this.look();
  }

  /** Looks at the clock now: a timer may be late after a pause of the process, or early by a fraction. */
  look(): void {
    if (this.#settled) return;
    this.#disarm();
    if (this.leftMs() === 0) this.#onLeaseEnd();
    else this.#timer = this.#arm();
  }

  /** Ends the belief: `signal` aborts with this reason. */
  end(reason: unknown): void {
    this.settle();
    this.#ended.abort(reason);
  }

  /** Stops watching the clock: the hold was released. */
  settle(): void {
    this.#settled = true;
    this.#disarm();
  }

  #disarm(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  #arm(): ReturnType<typeof setTimeout> | undefined {
    if (!this.#watched) return undefined;
    return looseTimer(() => this.look(), this.leftMs());
  }
}
