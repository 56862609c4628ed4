// The meaning of the contracts' faults over TCP, and the tests that do not apply there.
import type { FaultRule, FaultRuleOf } from "../../../src/engine/faults/rules.ts";
import type { FaultForm } from "../../support/rest.ts";

const NOT_READY = { error: "LOADING Redis is loading the dataset in memory" };

/**
 * The forms of the faults over TCP. A connection answers in order, so that a request which is withheld there withholds
 * all later ones, until its deadline replaces the connection. A late request, "late-order", is one whose connection has
 * ended: test/lock/contract/late-over-tcp.ts has them.
 */
export const FAULTS_OVER_TCP: FaultForm = {
  of: (rule) => (rule.fault === "answer" ? answer(rule) : rule),
  // The shares of the gateway's mix, but for faults that end a connection: each ends all calls on it, up to 60 here.
  mix: (leaseMs): FaultRule[] => [
    { fault: "drop-reply", probability: 0.004 },
    { fault: "duplicate", probability: 0.02, delayMs: 0.6 * leaseMs },
    { fault: "late-order", probability: 0.002, delayMs: 1.2 * leaseMs },
    { fault: "replay-reply", probability: 0.02 },
    { fault: "reset", probability: 0.002 },
  ],
};

/** A 503 says in Redis' own words that it is not ready. An answer of a pipeline comes without its list. */
function answer(rule: FaultRuleOf<"answer">): FaultRule {
  if (rule.status === 503) return { ...rule, body: JSON.stringify(NOT_READY) };
  const [, alone = rule.body] = /^\[(\{.*\})\]$/s.exec(rule.body ?? "") ?? [];
  return alone === undefined ? rule : { ...rule, body: alone };
}

const STATUS = "only HTTP has a status";
const REPEATED = "a caller that waits for a withheld request holds up its connection, and repeats it after a deadline";
const BEHIND = "the cancel follows the withheld request on its connection; late-over-tcp.ts has the late request";

/** The tests that do not apply, by title, and why. */
export const NOT_OVER_TCP: ReadonlyMap<string, string> = new Map([
  ...[401, 403, 404, 307].map((status) => [`HTTP ${status} is REDIS_REFUSED, and not repeated`, STATUS] as const),
  ["an acquire never takes a single result for a grant", "over TCP, every answer is a single one"],
  ["is asked for a stream once; its waiters poll", "only HTTP says by 404 that it has no streams"],
  [
    "are given back when one of them becomes busy while another was not answered",
    "only HTTP asks for a pause before the next attempt, by Retry-After",
  ],
  ["an abort before it arrives", BEHIND],
  ["all that comes after it, and arrives last", BEHIND],
  [
    "are released while their renewal is on its way: it does not revive one, nor count as its loss",
    "the release waits behind the renewal, whose deadline is then reported as a failed renewal",
  ],
  ["that comes after the waiter attempted by itself is found by it", REPEATED],
  ["leaves nothing when the wait ends during it", REPEATED],
]);
