// Says that a call is a mistake, where nothing fails: a hold that nobody uses, and a stream that outlives its lock. Each
// is said once for each client, so that a busy service does not fill its log.
import { quote } from "../../base/error-base.ts";
import type { Advice } from "../hold/client-context.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldState } from "../hold/hold-state.ts";

/** Returns the advice of one client. */
export function advice(): Advice {
  const said = new Set<string>();
  const sayOnce = (lockName: string, what: string): void => {
    if (said.has(what)) return;
    said.add(what);
    console.warn(`leasehound: lock ${quote(lockName)}: ${what}`);
  };
  // One function for all holds: a program may have many.
  const report = (life: HoldState): void => {
    life.report({ type: "unused" });
    sayOnce(life.facts.lockName, UNUSED);
  };
  return {
    // An owner or a text may end the hold from elsewhere, and a lease of its own may be meant to run out.
    unused({ hold: { leaseFixed, ownerIsNew }, resumed }) {
      return leaseFixed || !ownerIsNew || resumed ? undefined : report;
    },
    returned(result, held) {
      // The user's background work may go on, or another holder.
      if (HeldLock.stateOf(held)?.isOver && isStream(result)) sayOnce(held.name, STREAMED);
    },
  };
}

const UNUSED =
  "its lease ended before anything of the hold was used; keep the result of acquire or tryAcquire, and release it. Work that takes longer than the lease needs its keepAlive, or withLock";
const STREAMED =
  "withLock released it before the stream that its function returned was read; use lockRoute for the stream of a response, or keep the lock with held.keepAlive(context, { until })";

/** Returns whether somebody is about to read this. A Response is none: its body may be complete. */
function isStream(result: unknown): boolean {
  try {
    const { readableEnded, [Symbol.asyncIterator]: iterator } = Object(result);
    // A stub for remote calls has a method of any name, but none for a symbol.
    return readableEnded !== true && (typeof iterator === "function" || result instanceof ReadableStream);
  } catch {
    // A proxy may throw, whatever is read.
    return false;
  }
}
