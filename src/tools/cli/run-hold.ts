// The hold of `run`, in a database or in a lock API: of a lock, or of a permit.
import { epochNowMs } from "../../base/clock.ts";
import type { FencedLock, Held, Permit, SemaphoreOptions } from "../../index.ts";
import type { RunHold, RunOptions } from "./service.ts";

/** The locks that `run` may take. */
export interface RunLocks {
  fencedLock(name: string): FencedLock;
  permitExpirableSemaphore(name: string, options: SemaphoreOptions): { acquire(options: Waiting): Promise<Permit> };
}

type Waiting = Pick<RunOptions, "waitMs" | "signal"> & { readonly onWait: () => void };

// `run` holds the lock for as long as its command runs. This is the longest that a timer can wait.
const LONGEST_HOLD_MS = 2_147_483_647;

/** Acquires the lock, or the permit, and renews it until its release. */
export async function acquireFor(
  locks: RunLocks,
  name: string,
  { waitMs, signal, onBusy, label, steal, reason, permits }: RunOptions,
): Promise<RunHold> {
  let hasWaited = false;
  const onWait = () => {
    if (!hasWaited) onBusy();
    hasWaited = true;
  };
  const waiting: Waiting = { waitMs, signal, onWait };
  if (permits !== undefined)
    return renewed(await locks.permitExpirableSemaphore(name, { permits }).acquire(waiting), undefined);
  const held = await locks.fencedLock(name).acquire({ ...waiting, label, steal, reason });
  return renewed(held, held.fencingToken);
}

function renewed(held: Held | Permit, fencingToken: string | undefined): RunHold {
  held.keepAlive(undefined, { maxHoldMs: LONGEST_HOLD_MS });
  return {
    fencingToken,
    signal: held.signal,
    validMs: () => held.validUntil - epochNowMs(),
    release: async () => (await held.release()).outcome === "released",
  };
}
