// Ends a long request when the token of its caller expires.
import { epochNowMs } from "../clock.ts";
import { AbortedError } from "../errors.ts";
import { unrefTimer } from "../wait/sleep.ts";
import { expired, type Grant, TOLERANCE_S } from "./capability-token.ts";
import { Refusal } from "./refusal.ts";

// Redis gets fewer requests: an isolate remembers its last answer for a while.
const LOOK_MS = 5_000;

/**
 * Runs work that ends early when the caller disconnects, and when its token expires or is revoked.
 * @param left aborts when the caller has disconnected
 * @param admit refuses the caller when its token has ended
 * @param work gets a signal that aborts then
 * @throws 401 when the token has ended; the error of the work
 */
export async function withinToken<Result>(
  grant: Grant | undefined,
  { left, admit }: { readonly left: AbortSignal; readonly admit: () => Promise<void> },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (grant === undefined) return work(left);
  const ending = new AbortController();
  const leave = (): void => ending.abort(left.reason);
  if (left.aborted) leave();
  left.addEventListener("abort", leave);
  let refusal: Refusal | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    try {
      await admit();
    } catch (error) {
      // Without Redis, the wait fails by itself.
      if (error instanceof Refusal) refusal = error;
    }
    if (refusal !== undefined) ending.abort();
    else if (!isOver) timer = lookLater();
  };
  const lookLater = (): ReturnType<typeof setTimeout> =>
    unrefTimer(() => void look(), Math.min(LOOK_MS, Math.max(0, leftMs(grant)) + 1));
  let timer = lookLater();
  try {
    return await work(ending.signal);
  } catch (error) {
    throw refusal !== undefined && error instanceof AbortedError ? refusal : error;
  } finally {
    isOver = true;
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
  return expiresAt + 1_000 * TOLERANCE_S - epochNowMs();
}
