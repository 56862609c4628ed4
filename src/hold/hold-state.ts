// The state of one hold: whether it is still ours, the end of its validity, and who learns of its end.

import { type InContext, thisContext } from "../call-context.ts";
import { asEpochMs, nowMs } from "../clock.ts";
import {
  askedPauseMs,
  ClosedError,
  type HoldEnd,
  type HoldLoss,
  lossOf,
  NotHeldError,
  OtherRequestError,
} from "../errors.ts";
import {
  type EventFacts,
  emit,
  type HoldEndNews,
  type HoldNews,
  type LockEvent,
  type LossReason,
  type NoStream,
} from "../events.ts";
import { invocationCheck } from "../invocation.ts";
import type { CloseRegistry, HoldsEnded, OpenWork } from "./close-registry.ts";
import { foundLost, type KeepAliveEnd, type KeepAliveLoop, type ReleaseResult, releaseResult } from "./held.ts";
import { type LeaseEndListener, Validity } from "./validity.ts";

/** The part of its client that a hold needs. */
interface HolderContext {
  readonly closeRegistry: CloseRegistry;
  readonly options: { readonly onEvent: ((event: LockEvent) => void) | undefined };
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

export class HoldState implements OpenWork, LeaseEndListener {
  readonly validity: Validity;
  readonly keys: readonly string[];
  /** Renews it from here. */
  keepAlive: KeepAliveLoop | undefined;
  /** Asks how it stands, while the watchdog renews it. */
  following: KeepAliveLoop | undefined;
  // "released" from the call of release() on, whatever its outcome. "moved" when another object has the hold.
  #state: "held" | "released" | "lost" | "moved" | "closed" = "held";
  #loss: HoldLoss | undefined;
  // Undefined once the end was emitted.
  #heldSince: number | undefined = nowMs();
  readonly #client: HolderContext;
  readonly #facts: EventFacts;
  /** Whether this is the invocation of the hold. */
  readonly isHere: () => boolean = invocationCheck();
  // Created for the first listener: a program may have many holds.
  #inContext: InContext | undefined;

  /** `inContext`: runs functions in the context of the call that got the hold. Default: in that of the caller. */
  constructor(
    client: HolderContext,
    facts: EventFacts,
    { keys, validUntil, leaseMs, watched }: Start,
    inContext: InContext | undefined = client.options.onEvent && thisContext(),
  ) {
    this.#client = client;
    this.#facts = facts;
    this.#inContext = inContext;
    this.keys = keys;
    this.validity = new Validity(validUntil, leaseMs, watched, this);
    client.closeRegistry.add(this);
  }

  /** Runs listeners in the context of the call that got the hold; without events, in that of the first listener. */
  get inContext(): InContext {
    this.#inContext ??= thisContext();
    return this.#inContext;
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
  get loss(): HoldLoss | undefined {
    return this.#loss;
  }

  /** Throws OTHER_REQUEST in another invocation, whose timers and requests are not those of this hold. */
  mustBeHere(): void {
    if (!this.isHere()) throw new OtherRequestError(this.lockName);
  }

  mustBeHeld(): void {
    this.mustBeHere();
    this.validity.refresh();
    if (this.#state === "lost") throw this.validity.reason;
    if (this.#state === "closed") throw new ClosedError();
    if (this.#state !== "held") throw new NotHeldError(this.#facts.lockName);
  }

  move(): void {
    this.#state = "moved";
    this.#emitEnd({ type: "moved" });
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
    this.#emitEnd(
      releasedElsewhere ? { type: "released", outcome: "released-elsewhere" } : lossNews(lost, reason, end),
    );
  }

  /** Records the reply to the release. Emits `released`, or `lost` if the reply is the first sign of the loss. */
  released(end: HoldEnd): ReleaseResult {
    const result = releaseResult(end);
    if (foundLost(result) && this.#state === "released") {
      this.#loss = this.lost(end);
      this.#emitEnd(lossNews(this.#loss, "gone", end));
    } else this.#emitEnd({ type: "released", outcome: result.outcome });
    return result;
  }

  /** Ends the validity, because a release that got no answer may have been carried out. Emits that. */
  releaseFailed(error: unknown): void {
    this.validity.end(error);
    this.#emit({ type: "release-failing", error });
  }

  /** Returns the error for the loss of this hold. */
  lost(end?: HoldEnd): HoldLoss {
    // Its renewals ended at this limit, and none have begun since.
    const ended = [this.following, this.keepAlive].find((renewals) => renewals?.reason === "max-hold");
    return lossOf({ ...this.#facts, end, maxHoldMs: ended?.limits.maxHoldMs });
  }

  /** Extends the validity after a confirmed renewal, and emits it. */
  renewed(sentAt: number, leaseMs: number): void {
    if (!this.isHeld) return;
    this.validity.extend(sentAt, leaseMs);
    const validUntil = asEpochMs(this.validity.until);
    this.#emit({ type: "renewed", validUntil });
  }

  /** Emits that the watchdog keeps the hold. Returns the end of validity without another renewal, in epoch ms. */
  handedOff(deadline: number): number {
    const validUntil = asEpochMs(this.validity.until);
    this.#emit({ type: "handed-off", validUntil, deadline });
    return validUntil;
  }

  /** Emits a failed renewal. Returns how long the server asked to be left alone, in ms. */
  renewalFailed(error: unknown): number {
    const remainingMs = Math.floor(this.validity.leftMs());
    this.#emit({ type: "renewal-failing", remainingMs, error });
    return askedPauseMs(error);
  }

  /** Emits that no message reaches this hold. */
  notListening(reason: NoStream): void {
    if (this.isHeld) this.#emit({ type: "not-listening", reason });
  }

  /** Stops everything that runs for this hold. */
  stop(reason: KeepAliveEnd): void {
    this.validity.settle();
    this.keepAlive?.end(reason);
    this.following?.end(reason);
    this.#client.closeRegistry.forget(this);
  }

  onLeaseEnd(): void {
    if (this.#state === "moved") this.validity.end(this.lost());
    else this.lose("lease-ended");
  }

  onEnded({ owners, sentAt, end }: HoldsEnded): void {
    // A later hold of the same owner goes on.
    if (this.#heldSince === undefined || this.#heldSince > sentAt) return;
    if (owners?.includes(this.#facts.owner) !== false) this.lose("gone", end);
  }

  overAt(): number {
    return this.validity.until;
  }

  close(): void {
    if (this.#state === "held") this.#state = "closed";
    this.stop("stopped");
    this.validity.end(new ClosedError());
    this.#emitEnd({ type: "closed" });
  }

  #emit(news: HoldNews | (HoldEndNews & { readonly heldMs: number })): void {
    const { onEvent } = this.#client.options;
    if (onEvent !== undefined) this.inContext(() => emit(onEvent, { ...news, ...this.#facts }));
  }

  /** Emits the end of the hold, unless it was emitted. */
  #emitEnd(news: HoldEndNews): void {
    if (this.#heldSince === undefined) return;
    const heldMs = Math.round(nowMs() - this.#heldSince);
    this.#heldSince = undefined;
    this.#emit({ ...news, heldMs });
  }
}

/** Returns the news of a loss. */
export function lossNews(loss: HoldLoss, reason: LossReason, end: HoldEnd | undefined): HoldEndNews {
  const thief = "thief" in loss ? loss.thief : undefined;
  return { type: "lost", reason: thief === undefined ? reason : "stolen", end, thief };
}
