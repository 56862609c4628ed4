// Limits how many callers wait in this isolate: each occupies a connection and memory, and causes commands.
import { refused } from "./refusal.ts";

const MAX_OF_ISOLATE = 256;
const MAX_OF_PRINCIPAL = 16;
// Time for the last attempt, and the cancel.
const GRACE_MS = 10_000;
const RETRY_AFTER_S = 5;

interface Wait {
  readonly principal: string;
  readonly until: number;
}

// All APIs of an isolate share its memory.
const waiting = new Set<Wait>();

/**
 * Runs a wait, and counts it while it lasts.
 * @throws 429 when the principal or the isolate has reached its limit
 */
export async function withinWaitLimit<Result>(
  principal: string,
  waitMs: number,
  wait: () => Promise<Result>,
): Promise<Result> {
  if (waitMs === 0) return wait();
  const now = performance.now();
  let own = 0;
  for (const each of waiting) {
    // A cut invocation cannot remove its entry.
    if (each.until < now) waiting.delete(each);
    else if (each.principal === principal) own += 1;
  }
  if (own >= MAX_OF_PRINCIPAL || waiting.size >= MAX_OF_ISOLATE) {
    const most = own >= MAX_OF_PRINCIPAL ? `caller has ${MAX_OF_PRINCIPAL}` : `server has ${MAX_OF_ISOLATE}`;
    throw refused(429, `this ${most} waits already; ask with waitMs 0, or later`, { retryAfterS: RETRY_AFTER_S });
  }
  const entry = { principal, until: now + waitMs + GRACE_MS };
  waiting.add(entry);
  try {
    return await wait();
  } finally {
    waiting.delete(entry);
  }
}
