// Ends a long request when the token of its caller expires.
import { AbortedError } from "../errors.ts";
import { unrefTimer } from "../wait/unref-timer.ts";
import { expired, type Grant, TOLERANCE_S } from "./capability-token.ts";

/** No request lasts longer. A timer cannot wait for the whole life of a token. */
const LONGEST_MS = 600_000;

/**
 * Runs work that ends early when the caller disconnects, or when its token expires.
 * @param work gets a signal that aborts in both cases
 * @throws 401 when the token has expired; the error of the work
 */
export async function withinToken<Result>(
  grant: Grant | undefined,
  left: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (grant === undefined || leftMs(grant) > LONGEST_MS) return work(left);
  const ending = new AbortController();
  const leave = (): void => ending.abort(left.reason);
  if (left.aborted) leave();
  left.addEventListener("abort", leave);
  let hasExpired = false;
  const timer = unrefTimer(() => {
    hasExpired = true;
    ending.abort();
  }, leftMs(grant));
  try {
    return await work(ending.signal);
  } catch (error) {
    throw hasExpired && error instanceof AbortedError ? expired() : error;
  } finally {
    clearTimeout(timer);
    left.removeEventListener("abort", leave);
  }
}

/** @throws 401 for a token that has expired since its request began */
export function mustNotHaveExpired(grant: Grant): void {
  if (leftMs(grant) < 0) throw expired();
}

/** Returns how long the token is still accepted. */
function leftMs({ expiresAt }: Grant): number {
  return expiresAt + 1_000 * TOLERANCE_S - Date.now();
}
