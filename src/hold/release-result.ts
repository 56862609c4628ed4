// Release results: what Redis remembers of the end, as the caller sees it.
import type { HoldEnd } from "../errors.ts";
import type { ReleaseOutcome } from "../events.ts";

/** The result of a release. */
export interface ReleaseResult {
  /** What the release found. */
  readonly outcome: ReleaseOutcome;
  /** Holds of the same owner that remain. */
  readonly holdCount: number;
}

/** Whether a release found that the hold had been lost. */
export function foundLost({ outcome }: ReleaseResult): boolean {
  return outcome === "expired" || outcome === "taken" || outcome === "stolen";
}

/** Returns the result for the end that Redis remembers. */
export function releaseResult(end: HoldEnd): ReleaseResult {
  if (end === "released" || end === "released-elsewhere" || end === "taken") return { outcome: end, holdCount: 0 };
  if (end.startsWith("still:")) return { outcome: "still-held", holdCount: Number(end.slice("still:".length)) };
  if (end.startsWith("stolen:")) return { outcome: "stolen", holdCount: 0 };
  // Free or lost. "refused" and "unset" cannot follow a grant.
  return { outcome: "expired", holdCount: 0 };
}
