// The events for `onEvent`: each is one flat object, which can be logged as it is.
import type { HoldEnd, LockHolder, LockThief, RefusedAttempt, WantedFacts } from "../base/errors.ts";

/** The facts of every event. */
export interface EventFacts {
  /** The same in all events of one call of `acquire` or `resume`, and of what it got. */
  readonly id: string;
  /** The lock's name, without the prefix. */
  readonly lockName: string;
  /** The method that makes such a lock: "lock", "fairLock", "semaphore" … */
  readonly kind: string;
  /** The owner of the hold, or of the call's last attempt; empty before the first. */
  readonly owner: string;
  /** The label that the caller or the client gave the hold; "" when there is none. */
  readonly label: string;
}

/** The limits of a call that acquires or resumes. */
export interface CallLimits {
  /** How long the call may wait while the lock is busy. */
  readonly waitMs: number;
  /** The lease of the hold, if it gets one. */
  readonly leaseMs: number;
}

/** The events of a call that acquires or resumes: first `acquiring` or `resuming`, last one from `acquired` on. */
export type CallNews =
  | ({ readonly type: "acquiring" } & CallLimits)
  | ({ readonly type: "resuming" } & CallLimits)
  | ({ readonly type: "waiting" } & RefusedAttempt)
  /**
   * `holds`: how many it got: 1, or the permits of `acquireMany`; 0 of a semaphore or latch, which has no lease.
   * `stolenFrom`: the owners of the holds that it ended, if it stole the lock; at most 65.
   */
  | {
      readonly type: "acquired";
      readonly attempts: number;
      readonly holds: number;
      readonly stolenFrom?: readonly string[] | undefined;
    }
  /** A stored result, without a hold: that of a single flight. */
  | { readonly type: "found" }
  | { readonly type: "resumed" }
  | ({
      readonly type: "busy";
      readonly heldByThisClient: boolean;
      readonly holder: LockHolder | undefined;
    } & RefusedAttempt)
  /** The caller's signal ended it. */
  | { readonly type: "aborted" }
  | { readonly type: "failed"; readonly error: unknown };

/** The events of a hold, until its end. `validUntil` and `deadline` are epoch ms. */
export type HoldNews =
  | { readonly type: "renewed"; readonly validUntil: number }
  /** A renewal was not answered. It is retried while lease time remains. */
  | { readonly type: "renewal-failing"; readonly remainingMs: number; readonly error: unknown }
  /** The hold listens for thefts, but no message reaches it now: a theft is noticed at the next renewal. */
  | { readonly type: "not-listening"; readonly reason: NoStream }
  /** Somebody waits for the lock: `held.wanted` aborts. Comes once, and only where `wanted` was read. */
  | ({ readonly type: "wanted" } & WantedFacts)
  /** The lease ended, and nothing of the hold was used. `lost` follows. From a client of `createLocks` alone. */
  | { readonly type: "unused" }
  /** The watchdog keeps the hold. */
  | { readonly type: "handed-off"; readonly validUntil: number; readonly deadline: number }
  /** A release was not answered. `release()` may be called again. */
  | { readonly type: "release-failing"; readonly error: unknown };

/**
 * Why no message reaches a hold. `polls`: its caller or client does not wait by messages. `unsupported`: the database
 * has no streams. `refused`: the database refused this stream. `no-free-stream`: the process has its maximum of
 * streams. `unanswered`: the stream did not open; it is retried.
 */
export type NoStream = "polls" | "unsupported" | "refused" | "no-free-stream" | "unanswered";

/** The end of a hold, as far as this object of it is concerned: one of these, once. */
export type HoldEndNews =
  | { readonly type: "released"; readonly outcome: ReleaseOutcome }
  /**
   * `end`: what Redis remembers; undefined when the lease ended by the local clock alone. `thief`: who stole the lock,
   * if that is the reason.
   */
  | {
      readonly type: "lost";
      readonly reason: LossReason;
      readonly end: HoldEnd | undefined;
      readonly thief?: LockThief | undefined;
    }
  /** Another object has it: it was serialized to be moved, or its scope was left to the watchdog. */
  | { readonly type: "moved" }
  /** `close()` was called on the client, so nothing watches the hold. Its release emits no other event. */
  | { readonly type: "closed" };

/**
 * An event of a call that acquires or resumes, or of its hold, for `onEvent`. `waitedMs`: since the call began.
 * `heldMs`: since the grant, or since the call that resumed it. `error` is a LockError, unless a function or port of
 * the caller's own threw another one.
 */
export type LockEvent =
  | (EventFacts & CallNews & { readonly waitedMs: number })
  | (EventFacts & HoldNews)
  | (EventFacts & HoldEndNews & { readonly heldMs: number });

/**
 * `lease-ended`: the lease ended by the local clock, because no renewal succeeded in time, or `maxHoldMs` had ended the
 * renewals. `gone`: Redis reported that the hold no longer counts. `stolen`: another caller stole the lock.
 */
export type LossReason = "lease-ended" | "gone" | "stolen";

/**
 * The outcome of a release. `released`: it freed the lock. `still-held`: the owner has other holds. `expired`: the hold
 * was over, because its lease ended, or a renewal or check had found it lost. `taken`: this release found another
 * owner. `stolen`: another caller had stolen the lock. `released-elsewhere`: somebody had released the hold by its
 * text.
 */
export type ReleaseOutcome = "released" | "still-held" | "expired" | "taken" | "stolen" | "released-elsewhere";

/** Calls a listener, if there is one. Its errors, thrown or rejected, must not break a lock. */
export function emit<News>(listener: ((news: News) => unknown) | undefined, news: News): void {
  try {
    const result = listener?.(news);
    if (result instanceof Promise) result.catch(ignore);
  } catch {
    // It is the user's own function, and there is nobody else to report to.
  }
}

function ignore(): void {}
