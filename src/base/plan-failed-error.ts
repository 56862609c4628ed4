// The error of `simulate`, which "leasehound/testing" exports.
import { LockError } from "./error-base.ts";

/**
 * Why a plan failed.
 * - "invariant": the invariant returned false, or threw.
 * - "threw": the program threw an error that is not of a lock, or INVALID_OPTION, or did not handle a rejection.
 * - "not-awaited": the program ended before a call that it had started.
 * - "never-ends": the program waits for ever, or runs without end.
 * - "outside": the program used a real clock, timer, request or random number.
 * - "not-repeatable": the run took another course when it was repeated.
 */
export type FailureReason = "invariant" | "threw" | "not-awaited" | "never-ends" | "outside" | "not-repeatable";

/** The facts of a plan that failed. */
export interface PlanFailedFacts {
  readonly reason: FailureReason;
  readonly seed: number;
  readonly run: number;
  readonly isolates: number;
  readonly faults: readonly string[];
  readonly story: readonly string[];
  readonly what: string;
  readonly cure: string;
}

/** `simulate` has found a run in which the program is not safe. The message says what happened, and how to avoid it. */
export class PlanFailedError extends LockError {
  declare readonly code: "PLAN_FAILED";
  /** Why the plan failed. */
  readonly reason: FailureReason;
  /** The seed of the simulation. */
  readonly seed: number;
  /** The number of the run. `simulate({ …, seed, run })` repeats it. */
  readonly run: number;
  /** The smallest number of isolates with which the run was found to fail. */
  readonly isolates: number;
  /** The faults that were found to be needed. Empty: the run fails without faults. */
  readonly faults: readonly string[];
  /** The story of the run: one line for each action, belief or fault. */
  readonly story: readonly string[];
  /** How to avoid the failure. */
  readonly cure: string;

  /** Creates the error, also in your own tests. */
  constructor(facts: PlanFailedFacts, options?: ErrorOptions) {
    const { reason, seed, run, isolates, faults, story, what, cure } = facts;
    const needed = faults.length === 0 ? "without any fault" : `with ${faults.join(", ")}`;
    const many = isolates === 1 ? "one isolate" : `${isolates} isolates`;
    super(
      "PLAN_FAILED",
      [
        `the plan is not safe: ${what} (seed ${seed}, run ${run}, ${many}, ${needed}).`,
        ...story,
        `To avoid it: ${cure}.`,
        `To repeat this run alone: simulate({ …, seed: ${seed}, run: ${run} }).`,
      ].join("\n"),
      options,
    );
    this.reason = reason;
    this.seed = seed;
    this.run = run;
    this.isolates = isolates;
    this.faults = faults;
    this.story = story;
    this.cure = cure;
  }
}
