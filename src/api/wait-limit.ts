// Limits how many callers wait in this isolate: each occupies a connection and memory, and causes commands.
import { Places } from "./places.ts";
import { AT_ONCE, type Quota } from "./quota-headers.ts";
import { refused } from "./refusal.ts";

const MAX_OF_ISOLATE = 256;
const MAX_OF_PRINCIPAL = 16;
// Time for the last attempt, and the cancel.
const GRACE_MS = 10_000;
const RETRY_AFTER_S = 5;

const waiting = new Places(MAX_OF_ISOLATE);

/**
 * Runs a wait, and counts it while it lasts.
 * @param tell gets the quota of the caller, with what is left of it
 * @throws 429 when the principal or the isolate has reached its limit
 */
export async function withinWaitLimit<Result>(
  { id, maxWaits = MAX_OF_PRINCIPAL }: { readonly id: string; readonly maxWaits?: number | undefined },
  waitMs: number,
  wait: () => Promise<Result>,
  tell: (quota: Quota) => void = () => {},
): Promise<Result> {
  if (waitMs === 0) return wait();
  const most = Math.min(maxWaits, MAX_OF_PRINCIPAL);
  const place = waiting.take(id, waitMs + GRACE_MS, most);
  const isTaken = typeof place === "object";
  if (isTaken || place === "caller") {
    tell({ policy: "waits", limit: most, unit: AT_ONCE, remaining: isTaken ? place.left : 0 });
  }
  if (!isTaken) {
    const who = place === "caller" ? `caller has ${most}` : `server has ${MAX_OF_ISOLATE}`;
    throw refused(429, `this ${who} waits already; ask with waitMs 0, or later`, { retryAfterS: RETRY_AFTER_S });
  }
  try {
    return await wait();
  } finally {
    place.free();
  }
}
