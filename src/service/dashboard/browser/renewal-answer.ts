// Answers whether the holders of the chosen lock still renew their leases. Only the script can know: it has watched.
import { clock, duration } from "../duration.ts";
import { element } from "./element.ts";
import type { LaneHistory, SeenHold } from "./lane-history.ts";
import { nameOf } from "./owner-name.ts";
import type { Renewal } from "./watched-lease.ts";

/** How many holders a sentence names. */
const MOST_NAMES = 5;

/** The answer: its verdict, and sentences that explain it. */
export type RenewalAnswer = readonly [verdict: string, why: string];

/** Replaces the server's answer in the page. */
export function showRenewals(history: LaneHistory): void {
  const place = document.getElementById("renewals");
  const answer = renewalAnswer(history);
  if (answer !== undefined) place?.replaceChildren(element("strong", {}, answer[0]), ` ${answer[1]}`);
}

/** Returns the answer; undefined while no answer of the server had a holder. */
export function renewalAnswer({ holds, omitted, seenAt }: LaneHistory): RenewalAnswer | undefined {
  const [only] = holds;
  if (only === undefined) return undefined;
  return holds.length + omitted === 1 ? ofOne(only, seenAt) : ofMany(holds, holds.length + omitted);
}

function ofOne({ lease }: SeenHold, now: number): RenewalAnswer {
  const since = `${clock(lease.since)}, ${duration(now - lease.since)} ago`;
  switch (lease.renewal) {
    case "renewed":
      return ["Yes.", `Its lease was renewed at ${since}.`];
    case "late":
      return ["No.", `Its lease has not been renewed since ${since}. The holder is dead, or works without renewals.`];
    case "unseen":
      return [
        "Not known yet.",
        `The page has seen no renewal since ${since}. A holder that renews does so by ${clock(lease.lateAt)}.`,
      ];
  }
}

function ofMany(holds: readonly SeenHold[], count: number): RenewalAnswer {
  const of = (renewal: Renewal): SeenHold[] => holds.filter(({ lease }) => lease.renewal === renewal);
  const late = of("late");
  const renewed = of("renewed").length;
  if (renewed === count) return ["Yes.", `All ${count} holders renewed their leases.`];
  const unknown = count - renewed - late.length;
  if (unknown === count) return ["Not known yet.", "The page has seen no renewal."];
  const sentences: string[] = [];
  if (late.length > 0) {
    const names = late.slice(0, MOST_NAMES).map(({ lane, lease }) => `${nameOf(lane)} since ${clock(lease.since)}`);
    if (late.length > MOST_NAMES) names.push(`${late.length - MOST_NAMES} more`);
    sentences.push(`These have not renewed: ${names.join(", ")}. They are dead, or work without renewals.`);
  }
  if (unknown > 0) sentences.push(`Not known yet of ${unknown}.`);
  return [`${renewed} of ${count} holders do.`, sentences.join(" ")];
}
