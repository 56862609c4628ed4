// Acquires while Redis is unreachable, for callers that prefer to wait.
import { nowMs } from "../clock.ts";
import { isLockError } from "../errors.ts";
import type { ResolvedAcquireOptions } from "../options.ts";
import { sleep } from "../wait/sleep.ts";
import type { AcquireResult } from "./acquire.ts";
import type { ClientContext } from "./client-context.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Acquires once; with `onUnreachable: "wait"`, until Redis has answered or `waitMs` has passed.
 * @param endsByItself whether an unanswered acquire ends by its lease
 */
export function retryWhileUnreachable<Got>(
  client: ClientContext,
  options: ResolvedAcquireOptions,
  endsByItself: boolean,
  acquire: (options: ResolvedAcquireOptions) => Promise<AcquireResult<Got>>,
): Promise<AcquireResult<Got>> {
  if (options.onUnreachable === "fail") return acquire(options);
  return retried(client, options, endsByItself, acquire);
}

/**
 * Redis remembers one acquire for its lease and a minute, so each acquire lasts for its lease and 30 s at most. The
 * next one has a hold id of its own, and the one before was cancelled. Ends with the result or error of an acquire; the
 * last error; ABORTED; or CLOSED.
 */
async function retried<Got>(
  client: ClientContext,
  options: ResolvedAcquireOptions,
  endsByItself: boolean,
  acquire: (options: ResolvedAcquireOptions) => Promise<AcquireResult<Got>>,
): Promise<AcquireResult<Got>> {
  const end = nowMs() + options.waitMs;
  for (let boundMs = FIRST_PAUSE_MS; ; boundMs = Math.min(2 * boundMs, LONGEST_PAUSE_MS)) {
    const leftMs = Math.max(0, end - nowMs());
    try {
      return await acquire({ ...options, waitMs: leftMs });
    } catch (error) {
      if (leftMs === 0 || !isWorthAnother(error, endsByItself && options.reason === undefined)) throw error;
    }
    const pauseMs = Math.min(Math.random() * boundMs, Math.max(0, end - nowMs()));
    await pauseUntilClosed(client, pauseMs, options.signal);
  }
}

function isWorthAnother(error: unknown, endsByItself: boolean): boolean {
  if (!isLockError(error)) return false;
  // Nothing was done.
  if (error.code === "REDIS_UNREACHABLE") return true;
  // LOCK_LOST: granted without a reply, and the lease ended before another attempt was answered. Without a lease,
  // another acquire could take a permit a second time, for good. A thief could steal a second time.
  return endsByItself && (error.code === "OUTCOME_UNKNOWN" || error.code === "LOCK_LOST");
}

/** Pauses for `ms`, or until the client is closed or the signal aborts: the next acquire then throws. */
async function pauseUntilClosed(client: ClientContext, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const over = new AbortController();
  const stop = (): void => over.abort();
  const until = nowMs() + ms;
  const open = { close: stop, overAt: () => until };
  client.closeRegistry.add(open);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  await sleep(ms, over.signal);
  signal?.removeEventListener("abort", stop);
  client.closeRegistry.forget(open);
}
