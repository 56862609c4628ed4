// What `onEvent` is told. One flat object per event, so that it can be logged as it is.
import type { LockError, WaitProgress } from "./errors.ts";

interface HoldFacts {
  readonly lockName: string;
  readonly owner: string;
}

export type LockEvent =
  | (HoldFacts & { readonly type: "acquired"; readonly waitedMs: number; readonly attempts: number })
  | (HoldFacts & WaitProgress & { readonly type: "waiting" })
  /** `validUntil`: epoch ms. */
  | (HoldFacts & { readonly type: "renewed"; readonly validUntil: number })
  /** A renewal was not answered; it is tried again while lease time remains. */
  | (HoldFacts & { readonly type: "renewal-failing"; readonly remainingMs: number; readonly error: LockError })
  | (HoldFacts & { readonly type: "lost"; readonly reason: LossReason })
  /** The watchdog keeps it now. Both epoch ms. */
  | (HoldFacts & { readonly type: "handed-off"; readonly validUntil: number; readonly deadline: number })
  | (HoldFacts & { readonly type: "released"; readonly outcome: ReleaseOutcome });

/** `lease-ended`: no renewal succeeded in time, by the local clock; `gone`: Redis says the hold counts no more. */
export type LossReason = "lease-ended" | "gone";

/**
 * What a release found: it freed the lock, or another hold of the owner remains. `expired`: the hold was over, by the
 * end of its lease or because a renewal or a check had found it lost, whoever has the lock by now. `taken`: it was this
 * release that found another owner. `released-elsewhere`: whoever had the hold as text had released it before.
 */
export type ReleaseOutcome = "released" | "still-held" | "expired" | "taken" | "released-elsewhere";

/** Hands news to the caller's function; an exception there, at once or later, must not break a lock. */
export function emit<News>(listener: (news: News) => unknown, news: News): void {
  try {
    const result = listener(news);
    if (result instanceof Promise) result.catch(ignore);
  } catch {
    // The caller's own function: there is nobody else to tell.
  }
}

function ignore(): void {}
