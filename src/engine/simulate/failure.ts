// The finding of one run.
import type { FailureReason } from "../../base/plan-failed-error.ts";

/** A failure of one run. */
export interface Failure {
  readonly reason: FailureReason;
  /** The event, without a full stop. */
  readonly what: string;
  /** How to avoid it, without a full stop. */
  readonly cure: string;
  readonly cause?: unknown;
  /** Whether all programs had ended. */
  readonly isOver?: boolean;
}
