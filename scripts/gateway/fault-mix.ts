// The mix of faults that a lock must survive, in proportion to its lease.

import type { FaultRule } from "./fault-rules.ts";

/** The lease has ended by then, and another client may hold the lock. */
export const longestDelayInLeases = 1.2;

/** After at least one renewal, and within the lease: the lock looks the same as at the first copy. */
const copyDelayInLeases = 0.6;

/**
 * 5 % of all requests lose their reply, and 2 % are executed twice. 2 % are executed after the lease, and 2 % get the
 * reply of an earlier attempt. 1 % get a 502 or 503 with a page of HTML, executed or not. The draws are independent, so
 * that a few requests have two faults.
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
