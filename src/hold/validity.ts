// The validity of a hold on the local clock. The end of the lease aborts a signal, because an exception in a timer
// would reach nobody. Independent of Redis and lock kinds.
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
   * `until`: on the monotonic clock. `onLeaseEnd`: called when it has passed, unless `settle` or `end` came first.
   * Without `watched` it is called only by a check, because a pending timer would keep a Durable Object from
   * hibernating.
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
   * Aborts when the validity ends, and starts the timer for it. Always returns the same object, which checks the clock
   * on each read.
   */
  get signal(): AbortSignal {
    const { signal } = this.#ended;
    if (!Object.hasOwn(signal, "aborted")) refreshesFirst(signal, () => this.refresh());
    this.#watched = true;
    this.refresh();
    return signal;
  }

  /** Returns the remaining ms; 0 after the end. */
  leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Extends the validity by a reply. An older reply that arrives late takes nothing away. */
  extend(sentAt: number, remainingMs: number): void {
    this.#until = Math.max(this.#until, validUntil(sentAt, remainingMs, this.#leaseMs));
    this.refresh();
  }

  /** Checks the clock: a timer may be late after a pause of the process, or slightly early. */
  refresh(): void {
    if (this.#settled) return;
    this.#disarm();
    if (this.leftMs() === 0) this.#onLeaseEnd();
    else this.#timer = this.#arm();
  }

  /** Ends the validity: `signal` aborts with this reason. */
  end(reason: unknown): void {
    this.settle();
    this.#ended.abort(reason);
  }

  /** Stops the timer: the hold was released. */
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
 * Makes a stored signal notice the end of the lease before a timer can, such as right after the process was paused.
 * Platform uses of the signal, such as fetch in a Worker, still depend on the timer.
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
