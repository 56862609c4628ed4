// The mix of faults a lock must survive, in proportion to how long it is held.

import type { FaultRule } from "./fault-rules.ts";

/** The lease is over by then, and somebody else may hold the lock. */
export const longestDelayInLeases = 1.2;

/** Behind at least one renewal, and within the lease: the lock looks the same as when the first copy came. */
const copyDelayInLeases = 0.6;

/**
 * Of all requests: 5 % lose their reply, 2 % are executed twice, 2 % are executed after the lease, 2 % get
 * the reply of an earlier try, and 1 % are answered
 * 502 or 503 with a page of HTML, executed or not. Drawn independently, so that a few meet two of them.
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

/** As a proxy writes it when what is behind it does not answer. */
function page(status: number, reason: string) {
  const title = `${status} ${reason}`;
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`;
  return { fault: "answer", status, contentType: "text/html", body } as const;
}
