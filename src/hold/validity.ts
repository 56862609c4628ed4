// The validity of a hold on the local clock. The end of the lease aborts a signal, because an exception in a timer
// would reach nobody. Independent of Redis and lock kinds.
import type { InContext } from "../call-context.ts";
import { nowMs } from "../clock.ts";
import { type Sleeper, unwatchResume, watchResume } from "../wait/resume-watch.ts";
import { unrefTimer } from "../wait/sleep.ts";
import { validUntil } from "../watchdog/renewal-plan.ts";

/** Learns of the end of a validity. */
export interface LeaseEndListener {
  /** Runs the listeners of `signal`. */
  readonly inContext: InContext;
  /** Called when the validity has passed, unless `settle` or `end` came first. */
  onLeaseEnd(): void;
}

export class Validity implements Sleeper {
  readonly #leaseMs: number;
  #watched: boolean;
  readonly #listener: LeaseEndListener;
  // Created when the signal is read: it takes more memory than the rest of a hold.
  #signalled: AbortController | undefined;
  #inContext: InContext | undefined;
  #until: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSettled = false;
  #isAborted = false;
  #ended: { readonly reason: unknown } | undefined;

  /**
   * `until`: on the local clock. Without `watched`, only a check notices its end, because a pending timer would keep a
   * Durable Object from hibernating.
   */
  constructor(until: number, leaseMs: number, watched: boolean, listener: LeaseEndListener) {
    this.#until = until;
    this.#leaseMs = leaseMs;
    this.#watched = watched;
    this.#listener = listener;
    this.#arm();
  }

  get until(): number {
    return this.#until;
  }

  /** Why it ended; undefined while it has not. */
  get reason(): unknown {
    return this.#ended?.reason;
  }

  get isSignalRead(): boolean {
    return this.#signalled !== undefined;
  }

  /**
   * Aborts when the validity ends, and starts the timer for it. Always returns the same object, which checks the clock
   * on each read.
   */
  get signal(): AbortSignal {
    if (this.#signalled === undefined) {
      this.#signalled = new AbortController();
      refreshesFirst(this.#signalled.signal, () => this.#refreshSignal());
      // The listeners of the signal run in this context.
      this.#inContext = this.#listener.inContext;
      // After a suspension of the machine, its `abort` event comes within a second nevertheless.
      if (!this.#isSettled) watchResume(this);
    }
    this.#watched = true;
    this.#refreshSignal();
    return this.#signalled.signal;
  }

  #refreshSignal(): void {
    this.refresh();
    if (this.#ended === undefined || this.#signalled === undefined || this.#isAborted) return;
    // This comes first: some runtimes read `aborted` to abort, and so call this again.
    this.#isAborted = true;
    this.#signalled.abort(this.#ended.reason);
  }

  /** Returns the remaining ms; 0 after the end. */
  leftMs(): number {
    return Math.max(0, this.#until - nowMs());
  }

  /** Extends the validity by a reply. An older reply that arrives late takes nothing away. */
  extend(sentAt: number, remainingMs: number): void {
    this.#until = Math.max(this.#until, validUntil(sentAt, remainingMs, this.#leaseMs));
    this.refresh();
  }

  /** Checks the clock: a timer may be late after a pause of the process, or slightly early. */
  refresh(): void {
    if (this.#isSettled) return;
    this.#disarm();
    if (this.leftMs() === 0) this.#listener.onLeaseEnd();
    else this.#arm();
  }

  onResume(): void {
    this.refresh();
  }

  /** Ends the validity: `signal` aborts with this reason. */
  end(reason: unknown): void {
    this.settle();
    this.#ended ??= { reason };
    this.#inContext?.(() => this.#refreshSignal());
  }

  /** Stops the timer: the hold was released. */
  settle(): void {
    this.#isSettled = true;
    unwatchResume(this);
    this.#disarm();
  }

  #disarm(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  #arm(): void {
    if (this.#watched) this.#timer = unrefTimer(refresh, this.leftMs(), this);
  }
}

// One function for all holds: a program may have many.
function refresh(validity: Validity): void {
  validity.refresh();
}

/**
 * Makes a stored signal notice the end of the lease before a timer can, such as right after the process was paused.
 * Platform uses of the signal, such as fetch, still depend on the timers.
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
