// M11: how long a client believed in a hold after Redis had certainly ended it.
import { BEAT_MS, type LoopLag } from "../clock.ts";
import { shown } from "./execution.ts";
import type { Findings } from "./findings.ts";
import type { HoldFacts } from "./holds.ts";

// Lateness below one beat is not seen, at either end of a time.
const UNSEEN_MS = 2 * BEAT_MS;

/**
 * Judges the beliefs of one hold. Only ends by time count: a forced release and a release through another copy of the
 * hold are found at the next renewal or check, by contract. Excused is the time in between in which the event loop of
 * the client did not run although it was due: a process that does not run can tell nobody.
 */
export function judgeBeliefs(hold: HoldFacts, lag: LoopLag, findings: Findings): void {
  const { gone, beliefs, executions } = hold;
  if (gone === undefined || (gone.how !== "expired" && gone.how !== "overrun")) return;
  for (const belief of beliefs) {
    const until = belief.until ?? performance.now();
    const lateMs = until - gone.by - UNSEEN_MS - lag.within(gone.by, until);
    if (lateMs <= 0) continue;
    const executed = executions.map((x) => `\n    ${shown(x)}`).join("");
    findings.add("M11", `${hold.id}: believed ${Math.round(lateMs)} ms too long (${belief.how})${executed}`);
  }
}
