// The lock that `run` holds, in a database or in a lock API.
import type { FencedLock } from "../index.ts";
import type { RunHold, RunOptions } from "./service.ts";

// `run` holds the lock for as long as its command runs. This is the longest that a timer can wait.
const LONGEST_HOLD_MS = 2_147_483_647;

/** Acquires a lock and renews it until its release. */
export async function acquireFor(
  lock: FencedLock,
  { waitMs, signal, onBusy, label, steal, reason }: RunOptions,
): Promise<RunHold> {
  let hasWaited = false;
  const onWait = () => {
    if (!hasWaited) onBusy();
    hasWaited = true;
  };
  const held = await lock.acquire({ waitMs, signal, onWait, label, steal, reason });
  held.keepAlive(undefined, { maxHoldMs: LONGEST_HOLD_MS });
  return {
    owner: held.owner,
    fencingToken: held.fencingToken,
    signal: held.signal,
    validMs: () => held.validUntil - Date.now(),
    release: async () => (await held.release()).outcome === "released",
  };
}
