// Entrusts several holds as one: all are kept, or none.
import { type EntrustedHold, type EntrustReply, entrustedHold, type HandOffStatus, type Watchdog } from "./watchdog.ts";

/** One of the holds, and the watchdog that keeps it. */
export interface Keeper {
  readonly watchdog: Watchdog;
  readonly hold: EntrustedHold;
}

/**
 * Makes one watchdog of several. It passes each call on to every keeper, for the keeper's own hold. The caller must
 * withdraw a request that not all keepers have confirmed.
 */
export function compositeWatchdog(keepers: readonly Keeper[]): Watchdog {
  const each = <Reply>(ask: (keeper: Keeper) => Promise<Reply>): Promise<Reply[]> => Promise.all(keepers.map(ask));
  return {
    async entrust({ leaseMs, maxHoldMs, requestId, label }) {
      const replies = await each(({ watchdog, hold }) =>
        watchdog.entrust({ ...entrustedHold(hold), leaseMs, maxHoldMs, requestId, label }),
      );
      return replies.reduce(lesser);
    },
    async withdraw({ requestId }) {
      await each(({ watchdog, hold: { key, owner, holdId } }) => watchdog.withdraw({ key, owner, holdId, requestId }));
    },
    async status() {
      const all = await each(({ watchdog, hold: { key, owner, holdId } }) => watchdog.status({ key, owner, holdId }));
      return all.reduce(firstEnded);
    },
  };
}

function lesser(one: EntrustReply, other: EntrustReply): EntrustReply {
  if (one.kind !== "kept" || other.kind !== "kept") return one.kind === "kept" ? other : one;
  return {
    kind: "kept",
    leaseMs: Math.min(one.leaseMs, other.leaseMs),
    maxHoldMs: Math.min(one.maxHoldMs, other.maxHoldMs),
    deadline: Math.min(one.deadline, other.deadline),
  };
}

function firstEnded(one: HandOffStatus, other: HandOffStatus): HandOffStatus {
  if (one.state !== "kept" || other.state !== "kept") return one.state === "kept" ? other : one;
  return { ...one, deadline: Math.min(one.deadline, other.deadline) };
}
