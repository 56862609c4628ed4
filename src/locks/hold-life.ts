// Whether a hold is still ours: its state, until when it is believed in, and who is told when that ends.
import {
  askedPauseMs,
  ClosedError,
  type HoldEnd,
  isLockError,
  LockLostError,
  NotHeldError,
  OutcomeUnknownError,
} from "../errors.ts";
import { type LossReason, tell } from "../events.ts";
import { Belief } from "../watchdog/belief.ts";
import type { KeepAliveEnd } from "../watchdog/keep-alive.ts";
import { asEpochMs } from "./display-time.ts";
import type { Client } from "./kind.ts";
import { foundLost, type ReleaseResult, releaseResult } from "./release-result.ts";

export interface HoldFacts {
  readonly lockName: string;
  readonly owner: string;
}

/** `keys`: of its locks, without those of other clients. `watched`: a timer looks for the end of the lease. */
interface Start {
  readonly keys: readonly string[];
  readonly validUntil: number;
  readonly leaseMs: number;
  readonly watched: boolean;
}

export class HoldLife {
  readonly belief: Belief;
  // "released" from the call of release() on, whatever comes of it; "moved" when another object has the hold.
  #state: "held" | "released" | "lost" | "moved" | "closed" = "held";
  #loss: LockLostError | undefined;
  readonly #facts: HoldFacts;
  readonly #client: Client;
  readonly #onOver: (reason: KeepAliveEnd) => void;
  readonly #forgetOpenWork: () => void;

  /** `onOver` stops all that runs for the hold; it may be called again. */
  constructor(
    client: Client,
    facts: HoldFacts,
    { keys, validUntil, leaseMs, watched }: Start,
    onOver: (reason: KeepAliveEnd) => void,
  ) {
    this.#client = client;
    this.#facts = facts;
    this.#onOver = onOver;
    this.belief = new Belief(validUntil, leaseMs, watched, () => this.#onLeaseEnd());
    this.#forgetOpenWork = client.openWork.add({ end: () => this.#close(), overAt: () => this.belief.until, keys });
  }

  get isHeld(): boolean {
    return this.#state === "held";
  }

  get isMoved(): boolean {
    return this.#state === "moved";
  }

  /** Known to be over, by this object's release or by Redis: no question is needed. */
  get isOver(): boolean {
    return this.#state === "released" || this.#state === "lost";
  }

  /** The loss of this hold, if it was lost. A hold that somebody released by its text ended, but was not lost. */
  get loss(): LockLostError | undefined {
    return this.#loss;
  }

  mustBeHeld(): void {
    this.belief.look();
    if (this.#state === "lost") throw this.belief.signal.reason;
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
    // Released elsewhere, by whoever had it as text: over, but nobody lost anything.
    const releasedElsewhere = end === "released" || end?.startsWith("still:") === true;
    this.stop(releasedElsewhere ? "released" : "lost");
    const lost = this.lost(end);
    if (!releasedElsewhere) this.#loss = lost;
    this.belief.end(lost);
    if (!releasedElsewhere) tell(this.#client.options.onEvent, { type: "lost", ...this.#facts, reason });
  }

  /** Records the answer to its release: emits `released`, and before it a `lost` when the answer is the first sign of the loss. */
  released(end: HoldEnd): ReleaseResult {
    const result = releaseResult(end);
    if (foundLost(result) && this.#state === "released") {
      this.#loss = this.lost(end);
      tell(this.#client.options.onEvent, { type: "lost", ...this.#facts, reason: "gone" });
    }
    tell(this.#client.options.onEvent, { type: "released", ...this.#facts, outcome: result.outcome });
    return result;
  }

  /** The error that says so. */
  lost(end?: HoldEnd): LockLostError {
    return new LockLostError({ ...this.#facts, end });
  }

  /** Believes a renewal that Redis confirmed, and tells it. */
  renewed(sentAt: number, leaseMs: number): void {
    if (!this.isHeld) return;
    this.belief.extend(sentAt, leaseMs);
    const validUntil = asEpochMs(this.belief.until);
    tell(this.#client.options.onEvent, { type: "renewed", ...this.#facts, validUntil });
  }

  /** Tells that the watchdog keeps it now. Returns until when it is believed without another renewal, epoch ms. */
  handedOff(deadline: number): number {
    const validUntil = asEpochMs(this.belief.until);
    tell(this.#client.options.onEvent, { type: "handed-off", ...this.#facts, validUntil, deadline });
    return validUntil;
  }

  /** Tells that a renewal failed; returns how long the server asked to be left alone, ms. */
  renewalFailed(error: unknown): number {
    const known = isLockError(error) ? error : new OutcomeUnknownError("the renewal failed", { cause: error });
    const remainingMs = Math.floor(this.belief.leftMs());
    tell(this.#client.options.onEvent, { type: "renewal-failing", ...this.#facts, remainingMs, error: known });
    return askedPauseMs(known);
  }

  /** Stops everything that runs for this hold. */
  stop(reason: KeepAliveEnd): void {
    this.belief.settle();
    this.#onOver(reason);
    this.#forgetOpenWork();
  }

  #onLeaseEnd(): void {
    if (this.#state === "moved") this.belief.end(this.lost());
    else this.lose("lease-ended");
  }

  #close(): void {
    if (this.#state === "held") this.#state = "closed";
    this.stop("stopped");
    this.belief.end(new ClosedError());
  }
}
