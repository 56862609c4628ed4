// The state of one hold: whether it is still ours, the end of its validity, and who learns of its end.
import {
  askedPauseMs,
  ClosedError,
  type HoldEnd,
  isLockError,
  LockLostError,
  NotHeldError,
  OutcomeUnknownError,
} from "../errors.ts";
import { emit, type LockEvent, type LossReason } from "../events.ts";
import type { CloseRegistry } from "./close-registry.ts";
import { asEpochMs } from "./epoch-time.ts";
import type { KeepAlive, KeepAliveEnd } from "./keep-alive.ts";
import { foundLost, type ReleaseResult, releaseResult } from "./release-result.ts";
import { Validity } from "./validity.ts";

export interface HoldFacts {
  readonly lockName: string;
  readonly owner: string;
}

/** The part of its client that a hold needs. */
interface HolderContext {
  readonly closeRegistry: CloseRegistry;
  readonly options: { readonly onEvent: (event: LockEvent) => void };
}

/**
 * `keys`: the keys of its locks, without those of other clients. `watched`: whether a timer checks the end of the
 * lease.
 */
interface Start {
  readonly keys: readonly string[];
  readonly validUntil: number;
  readonly leaseMs: number;
  readonly watched: boolean;
}

export class HoldState {
  readonly validity: Validity;
  // "released" from the call of release() on, whatever its outcome. "moved" when another object has the hold.
  #state: "held" | "released" | "lost" | "moved" | "closed" = "held";
  #loss: LockLostError | undefined;
  // The maxHoldMs that ended the renewals, if none have begun since.
  #maxHoldMs: number | undefined;
  readonly #facts: HoldFacts;
  readonly #onEvent: (event: LockEvent) => void;
  readonly #onOver: (reason: KeepAliveEnd) => void;
  readonly #forgetOpenWork: () => void;

  /** `onOver` stops everything that runs for the hold. It may be called again. */
  constructor(
    { closeRegistry, options }: HolderContext,
    facts: HoldFacts,
    { keys, validUntil, leaseMs, watched }: Start,
    onOver: (reason: KeepAliveEnd) => void,
  ) {
    this.#onEvent = options.onEvent;
    this.#facts = facts;
    this.#onOver = onOver;
    this.validity = new Validity(validUntil, leaseMs, watched, () => this.#onLeaseEnd());
    this.#forgetOpenWork = closeRegistry.add({
      end: () => this.#close(),
      overAt: () => this.validity.until,
      keys,
    });
  }

  get lockName(): string {
    return this.#facts.lockName;
  }

  get isHeld(): boolean {
    return this.#state === "held";
  }

  get isMoved(): boolean {
    return this.#state === "moved";
  }

  /** Whether the hold ended by this object's release, or according to Redis. No request is needed then. */
  get isOver(): boolean {
    return this.#state === "released" || this.#state === "lost";
  }

  /** The loss of this hold, if any. A hold released elsewhere by its text ended, but was not lost. */
  get loss(): LockLostError | undefined {
    return this.#loss;
  }

  mustBeHeld(): void {
    this.validity.refresh();
    if (this.#state === "lost") throw this.validity.signal.reason;
    if (this.#state === "closed") throw new ClosedError();
    if (this.#state !== "held") throw new NotHeldError(this.#facts.lockName);
  }

  move(): void {
    this.#state = "moved";
  }

  release(): void {
    if (this.#state !== "lost") this.#state = "released";
    this.stop("released");
  }

  lose(reason: LossReason, end?: HoldEnd): void {
    if (this.#state !== "held") return;
    this.#state = "lost";
    // Released elsewhere, by its text: the hold is over, but nobody lost it.
    const releasedElsewhere = end === "released" || end?.startsWith("still:") === true;
    this.stop(releasedElsewhere ? "released" : "lost");
    const lost = this.lost(end);
    if (!releasedElsewhere) this.#loss = lost;
    this.validity.end(lost);
    if (!releasedElsewhere) emit(this.#onEvent, { type: "lost", ...this.#facts, reason });
  }

  /**
   * Records the reply to the release. Emits `released`, and before it `lost` if the reply is the first sign of the
   * loss.
   */
  released(end: HoldEnd): ReleaseResult {
    const result = releaseResult(end);
    if (foundLost(result) && this.#state === "released") {
      this.#loss = this.lost(end);
      emit(this.#onEvent, { type: "lost", ...this.#facts, reason: "gone" });
    }
    emit(this.#onEvent, { type: "released", ...this.#facts, outcome: result.outcome });
    return result;
  }

  /** Returns the error for the loss of this hold. */
  lost(end?: HoldEnd): LockLostError {
    return new LockLostError({ ...this.#facts, end, maxHoldMs: this.#maxHoldMs });
  }

  /** Extends the validity after a confirmed renewal, and emits it. */
  renewed(sentAt: number, leaseMs: number): void {
    if (!this.isHeld) return;
    this.validity.extend(sentAt, leaseMs);
    const validUntil = asEpochMs(this.validity.until);
    emit(this.#onEvent, { type: "renewed", ...this.#facts, validUntil });
  }

  /** Emits that the watchdog keeps the hold. Returns the end of validity without another renewal, in epoch ms. */
  handedOff(deadline: number): number {
    const validUntil = asEpochMs(this.validity.until);
    emit(this.#onEvent, { type: "handed-off", ...this.#facts, validUntil, deadline });
    return validUntil;
  }

  /** Emits a failed renewal. Returns how long the server asked to be left alone, in ms. */
  renewalFailed(error: unknown): number {
    const known = isLockError(error)
      ? error
      : new OutcomeUnknownError("the renewal got no usable reply", { cause: error });
    const remainingMs = Math.floor(this.validity.leftMs());
    emit(this.#onEvent, { type: "renewal-failing", ...this.#facts, remainingMs, error: known });
    return askedPauseMs(known);
  }

  /** Names this limit in the error of a later loss, if it ends these renewals. */
  limitedBy({ ended }: KeepAlive, maxHoldMs: number): void {
    this.#maxHoldMs = undefined;
    void ended.then(({ reason }) => {
      if (reason === "max-hold") this.#maxHoldMs = maxHoldMs;
    });
  }

  /** Stops everything that runs for this hold. */
  stop(reason: KeepAliveEnd): void {
    this.validity.settle();
    this.#onOver(reason);
    this.#forgetOpenWork();
  }

  #onLeaseEnd(): void {
    if (this.#state === "moved") this.validity.end(this.lost());
    else this.lose("lease-ended");
  }

  #close(): void {
    if (this.#state === "held") this.#state = "closed";
    this.stop("stopped");
    this.validity.end(new ClosedError());
  }
}
