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
  { id, maxWaits = MAX_OF_PRINCIPAL }: { readonly id: string; readonly maxWaits?: number | undefined },
  waitMs: number,
  wait: () => Promise<Result>,
): Promise<Result> {
  if (waitMs === 0) return wait();
  const now = performance.now();
  let own = 0;
  for (const each of waiting) {
    // A cut invocation cannot remove its entry.
    if (each.until < now) waiting.delete(each);
    else if (each.principal === id) own += 1;
  }
  const most = Math.min(maxWaits, MAX_OF_PRINCIPAL);
  if (own >= most || waiting.size >= MAX_OF_ISOLATE) {
    const who = own >= most ? `caller has ${most}` : `server has ${MAX_OF_ISOLATE}`;
    throw refused(429, `this ${who} waits already; ask with waitMs 0, or later`, { retryAfterS: RETRY_AFTER_S });
  }
  const entry = { principal: id, until: now + waitMs + GRACE_MS };
  waiting.add(entry);
  try {
    return await wait();
  } finally {
    waiting.delete(entry);
  }
}
