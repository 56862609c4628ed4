// How long a holder may believe in its hold: the local end of the lease, told through a signal. Loss is a signal, not
// an exception thrown in a timer. It knows neither Redis nor lock kinds.
import { unrefTimer } from "../wait/unref-timer.ts";
import { validUntil } from "../watchdog/renewal-plan.ts";

export class Validity {
  readonly #leaseMs: number;
  #watched: boolean;
  readonly #onLeaseEnd: () => void;
  readonly #ended = new AbortController();
  #until: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settled = false;

  /**
   * `until`: on the monotonic clock. `onLeaseEnd` is called when it has passed, unless `settle` or `end` came first;
   * without `watched`, when somebody looks: a pending timer would keep a Durable Object from hibernating.
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

  /**
   * Aborts when the belief ends, from here on in time. It is always the same object, and looks at the clock whenever it
   * is read.
   */
  get signal(): AbortSignal {
    const { signal } = this.#ended;
    if (!Object.hasOwn(signal, "aborted")) refreshesFirst(signal, () => this.refresh());
    this.#watched = true;
    this.refresh();
    return signal;
  }

  /** Ms left; 0 when the end has passed. */
  leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Believes a reply as far as it reaches; an older one that comes late takes nothing away. */
  extend(sentAt: number, remainingMs: number): void {
    this.#until = Math.max(this.#until, validUntil(sentAt, remainingMs, this.#leaseMs));
    this.refresh();
  }

  /** Looks at the clock now: a timer may be late after a pause of the process, or early by a fraction. */
  refresh(): void {
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
    return unrefTimer(() => this.refresh(), this.leftMs());
  }
}

/**
 * Makes code that kept the signal see the end of the lease before a timer could tell of it, such as right after the
 * process was stopped. What a platform does with a signal by itself, as fetch in a Worker, still goes by the timer.
 */
function refreshesFirst(signal: AbortSignal, refresh: () => void): void {
  const prototype: object = Object.getPrototypeOf(signal);
  Object.defineProperties(signal, {
    aborted: {
      configurable: true,
      get() {
        refresh();
        return Reflect.get(prototype, "aborted", signal);
      },
    },
    throwIfAborted: {
      configurable: true,
      value() {
        if (signal.aborted) throw signal.reason;
      },
    },
  });
}
