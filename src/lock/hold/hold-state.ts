// The state of one hold: whether it is still ours, the end of its validity, and who learns of its end.
import { type InContext, thisContext } from "../../base/call-context.ts";
import { asEpochMs, nowMs } from "../../base/clock.ts";
import {
  askedPauseMs,
  ClosedError,
  type HoldEnd,
  type HoldLoss,
  lossOf,
  NotHeldError,
  OtherRequestError,
} from "../../base/errors.ts";
import { invocationCheck } from "../../base/invocation.ts";
import { type Sleeper, unrefTimer, unwatchResume, watchResume } from "../../base/timers.ts";
import type { BackgroundWork } from "../background.ts";
import {
  type EventFacts,
  emit,
  type HoldEndNews,
  type HoldNews,
  type LockEvent,
  type LossReason,
  type NoStream,
} from "../events.ts";
import { DEFAULT_HOLD_MS, type ResolvedKeepAlive } from "../options.ts";
import type { GrantedHold } from "../protocol.ts";
import { validUntil } from "../watchdog/renewal-plan.ts";
import type { CloseRegistry, HoldsEnded, HoldsRenewed, OpenWork } from "./close-registry.ts";
import {
  foundLost,
  type KeepAliveEnd,
  type KeepAliveLoop,
  type ReleaseResult,
  type RenewalLimits,
  releaseResult,
} from "./held.ts";
import type { WantedSignal } from "./wanted.ts";

/** The part of its client that a hold needs. */
interface HolderContext {
  readonly closeRegistry: Pick<CloseRegistry, "add" | "forget">;
  readonly options: { readonly onEvent: ((event: LockEvent) => void) | undefined };
}

/**
 * `keys`: the keys of its locks, without those of other clients. `leaseFixed`: whether renewal is switched off.
 * `watched`: whether a timer checks the end of the lease. `elsewhere`: what another invocation must do; default: resume
 * the text of the hold.
 */
interface Start extends Pick<GrantedHold, "owner" | "holdId" | "epoch" | "members" | "apiText"> {
  readonly keys: readonly string[];
  readonly validUntil: number;
  readonly leaseMs: number;
  readonly leaseFixed?: boolean | undefined;
  readonly watched: boolean;
  readonly elsewhere?: string | undefined;
}

/** Returns the id of a hold, by which its object and its text know it. */
export function idOf({ apiText, holdId }: Pick<GrantedHold, "apiText" | "holdId">): string {
  return apiText ?? holdId;
}

export class HoldState implements OpenWork, LeaseEndListener {
  readonly validity: Validity;
  readonly keys: readonly string[];
  readonly facts: EventFacts;
  /** Renews it from here. */
  keepAlive: KeepAliveLoop | undefined;
  /** Asks how it stands, while the watchdog renews it. */
  following: KeepAliveLoop | undefined;
  /** Learns after each renewal whether somebody waits. Undefined: nobody asked for it. */
  wanted: WantedSignal | undefined;
  /** It listens for messages about its end, and about those who wait. */
  listens = false;
  /** When a renewal confirms it, on the local clock, if a message granted it for a short lease. */
  confirmAt: number = Number.NEGATIVE_INFINITY;
  /** A renewal has extended its lease, here or by the watchdog. */
  isRenewed = false;
  /** Reports that its lease ended unused. Undefined once anything of the hold was used. */
  unused: ((life: HoldState) => void) | undefined;
  /** The user's work that it is kept for. */
  work: BackgroundWork | undefined;
  // "released" from the call of release() on, whatever its outcome. "moved" when another object has the hold.
  #state: "held" | "released" | "lost" | "moved" | "closed" = "held";
  #loss: HoldLoss | undefined;
  // Undefined once the end was emitted.
  #heldSince: number | undefined = nowMs();
  readonly #client: HolderContext;
  readonly #leaseFixed: boolean | undefined;
  readonly #elsewhere: string | undefined;
  /** The field of its owner. */
  readonly #field: string;
  readonly #holdId: string;
  /** Undefined for a hold of several locks. */
  readonly #epoch: string | undefined;
  /** Whether this is the invocation of the hold. */
  readonly isHere: () => boolean = invocationCheck();
  // Created for the first listener: a program may have many holds.
  #inContext: InContext | undefined;

  /** `inContext`: runs functions in the context of the call that got the hold. Default: in that of the caller. */
  constructor(
    client: HolderContext,
    facts: EventFacts,
    { owner, epoch, keys, validUntil, leaseMs, leaseFixed, watched, elsewhere, ...ids }: Start,
    inContext: InContext | undefined = client.options.onEvent && thisContext(),
  ) {
    this.#client = client;
    this.facts = facts;
    this.#leaseFixed = leaseFixed;
    this.#elsewhere = elsewhere;
    this.#field = owner;
    this.#holdId = idOf(ids);
    this.#epoch = ids.members === undefined ? epoch : undefined;
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

  /** Notes that the user has used the hold. Returns this. */
  used(): this {
    this.unused = undefined;
    return this;
  }

  /** Throws OTHER_REQUEST in another invocation, whose timers and requests are not those of this hold. */
  mustBeHere(): void {
    if (!this.used().isHere()) throw new OtherRequestError(this.facts.lockName, this.#elsewhere);
  }

  mustBeHeld(): void {
    this.mustBeHere();
    this.validity.refresh();
    if (this.#state === "lost") throw this.validity.reason;
    if (this.#state === "closed") throw new ClosedError();
    if (this.#state !== "held") throw new NotHeldError(this.facts.lockName);
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
    const releasedElsewhere = end === "released" || end === "released-elsewhere" || end?.startsWith("still:") === true;
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

  /** Records that a release found the lease ended, and that an earlier request of it may have freed the lock. */
  releasedOrLost(): void {
    this.#emitEnd({ type: "lost", reason: "lease-ended", end: undefined });
  }

  /** Ends the validity, because a release that got no answer may have been carried out. Emits that. */
  releaseFailed(error: unknown): void {
    this.validity.end(error);
    this.report({ type: "release-failing", error });
  }

  /** Returns the limits of renewals that begin now. Options left out keep the values of renewals that still run. */
  limitsOf({ maxHoldMs, platformMs, listen }: ResolvedKeepAlive): RenewalLimits {
    const earlier = this.keepAlive?.reason === undefined ? this.keepAlive?.limits : undefined;
    const listens = listen ?? earlier?.listens === true;
    if (maxHoldMs !== undefined) return { maxHoldMs, chosenAt: nowMs(), platformMs, listens };
    if (earlier?.chosenAt !== undefined) return { ...earlier, platformMs, listens };
    return { maxHoldMs: DEFAULT_HOLD_MS, platformMs, listens };
  }

  /** Returns the error for the loss of this hold. */
  lost(end?: HoldEnd): HoldLoss {
    // Its renewals ended at this limit, and none have begun since.
    const ended = [this.following, this.keepAlive].find((renewals) => renewals?.reason === "max-hold");
    return lossOf({ ...this.facts, end, maxHoldMs: ended?.limits.maxHoldMs, leaseFixed: this.#leaseFixed });
  }

  /** Extends the validity after a confirmed renewal, and emits it. */
  renewed(sentAt: number, leaseMs: number): void {
    if (!this.isHeld) return;
    this.isRenewed = true;
    this.validity.extend(sentAt, leaseMs);
    const validUntil = asEpochMs(this.validity.until);
    this.report({ type: "renewed", validUntil });
    void this.wanted?.ask();
  }

  /** Emits a failed renewal. Returns how long the server asked to be left alone, in ms. */
  renewalFailed(error: unknown): number {
    const remainingMs = Math.floor(this.validity.leftMs());
    this.report({ type: "renewal-failing", remainingMs, error });
    return askedPauseMs(error);
  }

  /** Emits that no message reaches this hold. */
  notListening(reason: NoStream): void {
    if (this.isHeld) this.report({ type: "not-listening", reason });
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
    else {
      this.unused?.(this);
      this.lose("lease-ended");
    }
  }

  onEnded({ fields, kinds, sentAt, end }: HoldsEnded): void {
    // A later hold of the same owner goes on.
    if (this.#heldSince === undefined || this.#heldSince > sentAt) return;
    if (kinds?.includes(this.facts.kind) === false) return;
    if (fields?.includes(this.#field) !== false) this.lose("gone", end);
  }

  onRenewed({ owner, sentAt, leaseMs, ...which }: HoldsRenewed): void {
    // A hold that was granted later has a lease of its own.
    if (owner !== this.#field || this.#heldSince === undefined || this.#heldSince > sentAt) return;
    if ("epoch" in which ? which.epoch === this.#epoch : which.holdId === this.#holdId) this.renewed(sentAt, leaseMs);
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

  /** Emits what happened to the hold. */
  report(news: HoldNews | (HoldEndNews & { readonly heldMs: number })): void {
    const { onEvent } = this.#client.options;
    if (onEvent !== undefined) this.inContext(() => emit(onEvent, { ...news, ...this.facts }));
  }

  /** Emits the end of the hold, unless it was emitted. */
  #emitEnd(news: HoldEndNews): void {
    if (this.#heldSince === undefined) return;
    const heldMs = Math.round(nowMs() - this.#heldSince);
    this.#heldSince = undefined;
    this.report({ ...news, heldMs });
  }
}

/** Returns the news of a loss. */
export function lossNews(loss: HoldLoss, reason: LossReason, end: HoldEnd | undefined): HoldEndNews {
  const thief = "thief" in loss ? loss.thief : undefined;
  return { type: "lost", reason: thief === undefined ? reason : "stolen", end, thief };
}

/** Learns of the end of a validity. */
export interface LeaseEndListener {
  /** Runs the listeners of `signal`. */
  readonly inContext: InContext;
  /** Called when the validity has passed, unless `settle` or `end` came first. */
  onLeaseEnd(): void;
}

/**
 * The validity of a hold on the local clock. The end of the lease aborts a signal, because an exception in a timer
 * would reach nobody. Independent of Redis and lock kinds.
 */
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
