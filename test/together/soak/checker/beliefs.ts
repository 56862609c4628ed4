// M11: the time for which a client's hold was valid after Redis had certainly ended it.
import { BEAT_MS, type LoopLag } from "../clock.ts";
import { shown } from "./execution.ts";
import type { Findings } from "./findings.ts";
import type { HoldFacts } from "./holds.ts";

// A delay of less than one beat is not seen, at either end of an interval.
const UNSEEN_MS = 2 * BEAT_MS;

/**
 * Judges the validity of one hold. Only ends by time count. A forced release and a release through another copy of the
 * hold are found at the next renewal or check, by contract. Time in which the client's event loop was late is
 * subtracted, because a stopped process cannot notice anything.
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
