// The events for `onEvent`: each is one flat object, which can be logged as it is.
import type { LockError, WaitProgress } from "./errors.ts";

interface HoldFacts {
  readonly lockName: string;
  readonly owner: string;
}

/** An event of a hold, for `onEvent`. */
export type LockEvent =
  | (HoldFacts & { readonly type: "acquired"; readonly waitedMs: number; readonly attempts: number })
  | (HoldFacts & WaitProgress & { readonly type: "waiting" })
  /** `validUntil` is epoch ms. */
  | (HoldFacts & { readonly type: "renewed"; readonly validUntil: number })
  /** A renewal was not answered. It is retried while lease time remains. */
  | (HoldFacts & { readonly type: "renewal-failing"; readonly remainingMs: number; readonly error: LockError })
  | (HoldFacts & { readonly type: "lost"; readonly reason: LossReason })
  /** The watchdog keeps the hold. Both instants are epoch ms. */
  | (HoldFacts & { readonly type: "handed-off"; readonly validUntil: number; readonly deadline: number })
  | (HoldFacts & { readonly type: "released"; readonly outcome: ReleaseOutcome });

/**
 * `lease-ended`: the lease ended by the local clock, because no renewal succeeded in time, or `maxHoldMs` had ended the
 * renewals. `gone`: Redis reported that the hold no longer counts.
 */
export type LossReason = "lease-ended" | "gone";

/**
 * The outcome of a release. `released`: it freed the lock. `still-held`: the owner has other holds. `expired`: the hold
 * was over, because its lease ended, or a renewal or check had found it lost. `taken`: this release found another
 * owner. `released-elsewhere`: somebody had released the hold by its text.
 */
export type ReleaseOutcome = "released" | "still-held" | "expired" | "taken" | "released-elsewhere";

/** Calls a listener. Its errors, thrown or rejected, must not break a lock. */
export function emit<News>(listener: (news: News) => unknown, news: News): void {
  try {
    const result = listener(news);
    if (result instanceof Promise) result.catch(ignore);
  } catch {
    // It is the user's own function, and there is nobody else to report to.
  }
}

function ignore(): void {}
