// The offer of a lock to a waiter of the same isolate, while its holder releases it. Release and grant then travel in
// one request. In a Worker, holder and waiter may be two invocations, and either may be cut without a trace. So the
// waiter accepts before anything is granted to it, and takes what was granted. Each end only sets fields here, and
// resolves a promise of the other.
import { nowMs } from "../../base/clock.ts";
import { settledWithin } from "../../base/timers.ts";
import type { Chain, HeldReply } from "../protocol.ts";

// A waiter that lives accepts within one turn.
const ACCEPT_MS = 5;
// A waiter that accepted, and lives, takes the lock within one turn.
const TAKE_MS = 250;
// Waiters elsewhere learn of a release by its message, which a pass does not send.
const MOST_PASSES = 4;
const LONGEST_PASSING_MS = 1_000;

/** How often a lock was passed on in this isolate since it came here, and since when, on the local clock. */
export interface Passes {
  readonly count: number;
  /** Absent: since now. */
  readonly since?: number;
  /** As the message of the last grant told it, if it was granted since others had it. */
  readonly chain?: Chain | undefined;
  /** A message granted it, for a short lease that no renewal was known to extend. */
  readonly isShort?: boolean;
}

/** What an accepted offer came to. */
export interface Handed {
  /**
   * The answer that an attempt of the waiter would have got. "ended": the lock was granted, and given back because the
   * waiter did not take it in time. Undefined: it may have been granted, so the waiter must attempt by itself.
   */
  readonly answer?: {
    readonly reply: HeldReply | { readonly kind: "ended"; readonly end: "released" };
    /** When the request was sent, or the message arrived, on the local clock. */
    readonly sentAt: number;
    readonly tries: number;
    /** Granted by a message, for a short lease: the end of its validity, on the local clock. */
    readonly validUntil?: number;
  };
  readonly passes?: Passes;
}

/** The waiter of an offer. */
interface OfferedWaiter {
  readonly owner: string;
  readonly label: string;
  notify(): void;
  /** Makes it attempt, because of an answer of Redis. */
  wake(isCertain: true): void;
  /** It was cut: those behind it rely on it no longer. */
  isGone(): void;
}

/** Returns the count after one more pass; undefined: it is time for a release message. */
export function nextPasses(passes: Passes = { count: 0 }): Passes | undefined {
  const { count, since = nowMs() } = passes;
  const isOver = count === MOST_PASSES || nowMs() - since > LONGEST_PASSING_MS;
  return isOver ? undefined : { ...passes, count: count + 1, since, isShort: false };
}

export class Offer {
  readonly owner: string;
  readonly label: string;
  readonly leaseMs: number;
  /** The waiter's standing request, which a grant takes out of the list; "": it has none. */
  readonly request: string;
  readonly #waiter: OfferedWaiter;
  #state: "open" | "accepted" | "over" | "withdrawn" = "open";
  #passed: Handed | undefined;
  #onAccept = (): void => {};
  #onTake = (): void => {};

  /** `leaseMs`: the lease that the waiter asks for. */
  constructor(waiter: OfferedWaiter, leaseMs: number, request: string) {
    this.owner = waiter.owner;
    this.label = waiter.label;
    this.leaseMs = leaseMs;
    this.request = request;
    this.#waiter = waiter;
  }

  /** The holder has not answered yet. */
  get isPending(): boolean {
    return this.#state === "accepted" && this.#passed === undefined;
  }

  /** Resolves with whether the waiter accepts. If it does not, the offer is over. Called by the holder. */
  async isAccepted(): Promise<boolean> {
    const accepted = new Promise<void>((resolve) => {
      this.#onAccept = resolve;
    });
    this.#waiter.notify();
    await settledWithin(accepted, ACCEPT_MS);
    if (this.#state === "open") this.#state = "over";
    return this.#state === "accepted";
  }

  /** Accepts the offer. Returns false if it is too late. Called by the waiter. */
  accept(): boolean {
    if (this.#state === "open") this.#state = "accepted";
    this.#onAccept();
    return this.#state === "accepted";
  }

  /**
   * Answers an accepted offer. `passed`: the waiter holds the lock; undefined: that is not known. Returns false if the
   * waiter did not take the lock, because its invocation was cut: the lock must be given back. Called by the holder.
   */
  async answer(passed: Handed | undefined): Promise<boolean> {
    const taken = new Promise<void>((resolve) => {
      this.#onTake = resolve;
    });
    if (this.#state === "accepted" && passed === undefined) this.#state = "over";
    this.#passed = passed;
    this.#waiter.notify();
    // The waiter gave this offer up, and was perhaps refused before the lock became its own.
    if (this.#state === "over" && passed !== undefined) this.#waiter.wake(true);
    if (this.isOpen) await settledWithin(taken, TAKE_MS);
    if (this.isOpen) this.#state = "withdrawn";
    return this.#state === "over";
  }

  /** The lock was given back: the waiter did not take it. Called by the holder. */
  gaveBack(): void {
    this.#waiter.isGone();
  }

  /** The waiter has not taken it, and can. */
  get isOpen(): boolean {
    return this.#state === "open" || this.#state === "accepted";
  }

  /** Ends the offer. Called by the waiter. */
  take(): Handed {
    if (this.#state === "withdrawn") {
      return { answer: { reply: { kind: "ended", end: "released" }, sentAt: nowMs(), tries: 1 } };
    }
    const isInTime = this.#state === "accepted";
    this.#state = "over";
    this.#onTake();
    return (isInTime && this.#passed) || {};
  }
}
