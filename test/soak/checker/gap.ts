// The gap of default owners. While one simply holds, nothing is remembered of it but its field in the lock hash. When its lease
// ran out or the lock was forced, and nobody asked for that hold since, a late copy of its acquire finds nothing, and takes the
// free lock once more. There are never two holders, and while the call is still running it is a grant like any other. After
// the call has returned it costs the others a lease, and a holder that asks or releases then is not told of the interruption.
import { shown } from "./execution.ts";
import type { Findings } from "./findings.ts";
import type { HoldFacts } from "./holds.ts";

export const TAKEN_AGAIN = "a late copy of an acquire took the free lock again";
export const TOLD_AGAIN = "and then its holder was told that the interrupted hold counts, or counted until its release";

export function noteGap({ id, takenAgain, operations, executions }: HoldFacts, findings: Findings): void {
  const acquires = operations.filter(({ kind }) => kind === "acquire" || kind === "tryAcquire");
  for (const again of takenAgain) {
    if (acquires.some(({ calledAt, returnedAt }) => calledAt < again.at && again.at < returnedAt)) continue;
    const trace = [
      id,
      ...executions.map(shown),
      ...operations.map(({ kind, calledAt, returnedAt, outcome }) => {
        return `${kind} ${calledAt.toFixed(0)}..${returnedAt.toFixed(0)}ms ${outcome}`;
      }),
    ].join("\n    ");
    findings.note(TAKEN_AGAIN, trace);
    const told = executions.some(({ seq, answer }) => {
      if (seq <= again.seq) return false;
      return answer.kind === "ended" ? answer.how === "released" : answer.kind !== "held";
    });
    if (told) findings.note(TOLD_AGAIN, trace);
  }
}
