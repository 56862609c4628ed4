// Answers whether the holders of the chosen lock still renew their leases. Only the script can know: it has watched.
import { clock, duration } from "../duration.ts";
import { element } from "./element.ts";
import { nameOf } from "./owner-name.ts";
import type { WatchedHold, WatchedHolds } from "./watched-holds.ts";
import type { Renewal } from "./watched-lease.ts";

/** How many holders a sentence names. */
const MOST_NAMES = 5;

/** The answer: its verdict, sentences that explain it, and what follows for somebody who waits. */
export type RenewalAnswer = readonly [verdict: string, why: string, advice: string];

const IT_WORKS = "It renews, so do not free the lock.";
const IT_MAY_BE_DEAD = "It does not renew: make sure that it is dead.";
const WAIT_FOR_IT = "Wait for the answer above.";

/** Replaces the server's answer in the page. */
export function showRenewals(holds: WatchedHolds): void {
  const place = document.getElementById("renewals");
  const answer = renewalAnswer(holds);
  if (answer === undefined) return;
  const [verdict, why, advice] = answer;
  place?.replaceChildren(element("strong", {}, verdict), ` ${why}`);
  document.getElementById("advice")?.replaceChildren(advice);
}

/** Returns the answer; undefined while no answer of the server had a holder. */
export function renewalAnswer({ all, seenAt }: WatchedHolds): RenewalAnswer | undefined {
  const [only] = all;
  if (only === undefined) return undefined;
  return all.length === 1 ? ofOne(only, seenAt) : ofMany(all);
}

function ofOne({ lease }: WatchedHold, now: number): RenewalAnswer {
  const since = `${clock(lease.since)}, ${duration(now - lease.since)} ago`;
  const watched = `This page has watched since ${since}, and has seen no renewal.`;
  switch (lease.renewal) {
    case "renewed":
      return ["Yes.", `Its lease was renewed at ${since}.`, IT_WORKS];
    case "late": {
      const seen = lease.wasRenewed ? `Its last renewal was at ${since}.` : watched;
      return ["No.", `${seen} The holder is dead, or works without renewals.`, IT_MAY_BE_DEAD];
    }
    case "unseen":
      return ["Not known yet.", `${watched} A holder that renews does so by ${clock(lease.lateAt)}.`, WAIT_FOR_IT];
  }
}

function ofMany(holds: readonly WatchedHold[]): RenewalAnswer {
  const count = holds.length;
  const of = (renewal: Renewal): WatchedHold[] => holds.filter(({ lease }) => lease.renewal === renewal);
  const late = of("late");
  const renewed = of("renewed").length;
  if (renewed === count)
    return ["Yes.", `All ${count} holders renewed their leases.`, "They renew, so do not free the lock."];
  const unknown = count - renewed - late.length;
  if (unknown === count) return ["Not known yet.", "The page has seen no renewal.", WAIT_FOR_IT];
  const sentences: string[] = [];
  if (late.length > 0) {
    const names = late.slice(0, MOST_NAMES).map(({ holder, lease }) => `${nameOf(holder)} since ${clock(lease.since)}`);
    if (late.length > MOST_NAMES) names.push(`${late.length - MOST_NAMES} more`);
    sentences.push(`These have not renewed: ${names.join(", ")}. They are dead, or work without renewals.`);
  }
  if (unknown > 0) sentences.push(`Not known yet of ${unknown}.`);
  return [`${renewed} of ${count} holders do.`, sentences.join(" "), "Freeing takes the lock from all of them."];
}
