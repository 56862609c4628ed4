// Shrinks a failed run: removes isolates and faults until each of those left is needed for the failure.
import { PlanFailedError } from "../../base/plan-failed-error.ts";
import type { Failure } from "./failure.ts";
import type { How, Played, PlayRun } from "./play.ts";
import { tell } from "./story.ts";
import { nameOf } from "./strokes.ts";

/** A run that failed. */
export interface Failed {
  readonly how: How;
  readonly played: Played;
  readonly failure: Failure;
}

// So that it ends soon, however long a run takes.
const MOST_PLAYS = 200;

/** Repeats a failed run with fewer isolates and faults, while it still fails. Returns the error of the smallest one. */
export async function smallest(play: PlayRun, seed: number, first: Failed): Promise<PlanFailedError> {
  let found = first;
  let plays = 0;
  /** Returns whether the run fails in the same way without these. */
  const goesWithout = async (places: Iterable<string>, isolates = found.how.isolates): Promise<boolean> => {
    const how = { ...found.how, isolates, without: new Set([...found.how.without, ...places]) };
    if (plays >= MOST_PLAYS) return false;
    plays += 1;
    const played = await play(how);
    const { failure } = played;
    const { reason, isOver } = first.failure;
    if (failure === undefined || failure.reason !== reason || failure.isOver !== isOver) return false;
    found = { how, played, failure };
    return true;
  };
  await goesWithout(found.played.struck.keys());
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    const { isolates } = found.how;
    // Keeps all isolates if the end failed: the final invariant may depend on their number.
    if (isolates > 1 && !first.failure.isOver) isSmaller = await goesWithout([], isolates - 1);
    for (const place of found.played.struck.keys()) {
      if (!found.played.struck.has(place)) continue;
      if (await goesWithout([place])) isSmaller = true;
    }
  }
  return failedAs(seed, found);
}

export function failedAs(seed: number, { how, played, failure }: Failed): PlanFailedError {
  const { run, isolates } = how;
  const { reason, what, cure, cause } = failure;
  const faults = [...played.struck].map(([place, stroke]) => nameOf(place, stroke));
  const facts = { reason, what, cure, seed, run, isolates, faults, story: tell(played.story) };
  return new PlanFailedError(facts, cause === undefined ? undefined : { cause });
}
