// What is found in one run.
import type { FailureReason } from "../../base/plan-failed-error.ts";

/** A failure of one run. */
export interface Failure {
  readonly reason: FailureReason;
  /** What happened: a sentence without its end. */
  readonly what: string;
  /** What avoids it: a sentence without its end. */
  readonly cure: string;
  readonly cause?: unknown;
  /** Whether all programs had ended. */
  readonly isOver?: boolean;
}
