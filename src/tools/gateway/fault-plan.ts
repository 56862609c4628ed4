// Checks the body of `PUT /__faults`: { seed, rules }, or { seed, mix } for the rules of the mix.
import { checkRules, isRecord, isSeed, type Wrong } from "../../engine/faults/check-rules.ts";
import { maxDelayMs } from "../../engine/faults/fields.ts";
import { faultKinds } from "../../engine/faults/kinds.ts";
import type { FaultPlan, FaultRule } from "../../engine/faults/rules.ts";
import { BadRequest } from "./http.ts";

/** The lease has ended by then, and another client may hold the lock. */
const longestDelayInLeases = 1.2;

/** After at least one renewal, and within the lease: the lock looks the same as at the first copy. */
const copyDelayInLeases = 0.6;

const maxLeaseMs = maxDelayMs / longestDelayInLeases;

const wrong: Wrong = (place, problem) => new BadRequest(`ERR '${place}' ${problem}`);

/** Throws a `BadRequest` that names the first wrong field. */
export function checkFaultPlan(value: unknown): FaultPlan {
  if (!isRecord(value)) throw new BadRequest("ERR the body must be an object: { seed, rules } or { seed, mix }");
  const unknown = Object.keys(value).find((field) => !["seed", "rules", "mix"].includes(field));
  if (unknown !== undefined) throw new BadRequest(`ERR unknown field '${unknown}'`);
  const { seed = 0, rules, mix } = value;
  if (!isSeed(seed)) throw new BadRequest("ERR 'seed' must be a whole number");
  if (mix === undefined) return { seed, rules: checkRules<FaultRule>(rules ?? [], faultKinds, wrong) };
  if (rules !== undefined) throw new BadRequest("ERR 'mix' stands for rules of its own: it cannot come with 'rules'");
  return { seed, rules: faultMix(leaseOf(mix)) };
}

function leaseOf(mix: unknown): number {
  if (!isRecord(mix)) throw new BadRequest("ERR 'mix' must be an object: { leaseMs }");
  const unknown = Object.keys(mix).find((field) => field !== "leaseMs");
  if (unknown !== undefined) throw new BadRequest(`ERR 'mix.${unknown}' is no field of a mix`);
  const { leaseMs } = mix;
  if (typeof leaseMs !== "number" || leaseMs <= 0 || leaseMs > maxLeaseMs)
    throw new BadRequest(`ERR 'mix.leaseMs' must be milliseconds, more than 0 and at most ${maxLeaseMs}`);
  return leaseMs;
}

/**
 * Returns the mix of faults that a lock must survive. 5 % of all requests lose their reply, and 2 % are executed twice.
 * 2 % are executed after the lease, and 2 % get the reply of an earlier attempt. 1 % get a 502 or 503 with a page of
 * HTML, executed or not. The draws are independent, so that a few requests have two faults.
 */
export function faultMix(leaseMs: number): FaultRule[] {
  return [
    { fault: "drop-reply", probability: 0.05 },
    { fault: "duplicate", probability: 0.02, delayMs: copyDelayInLeases * leaseMs },
    { fault: "delay", probability: 0.02, delayMs: longestDelayInLeases * leaseMs },
    { fault: "replay-reply", probability: 0.02 },
    ...[false, true].flatMap((executes): FaultRule[] => [
      { ...page(502, "Bad Gateway"), probability: 0.0025, executes },
      { ...page(503, "Service Temporarily Unavailable"), probability: 0.0025, executes },
    ]),
  ];
}

/** Returns the page of a proxy whose upstream does not answer. */
function page(status: number, reason: string) {
  const title = `${status} ${reason}`;
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`;
  return { fault: "answer", status, contentType: "text/html", body } as const;
}
