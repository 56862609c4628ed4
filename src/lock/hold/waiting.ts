// How an acquire waits for a busy lock, and what it says about the holder, who may be the client that asks: the call
// then waits for its own program.
import type { LockHolder } from "../../base/errors.ts";
import type { HolderReply, HoldId, ReleaseChannel } from "../protocol.ts";
import { runUntilAnswered } from "../retry.ts";
import { polling } from "../wait/polling.ts";
import type { Refusal, StandingWaiter, WakeStrategy, WakeStrategyOptions } from "../wait/wait-terms.ts";
import type { ClientContext } from "./client-context.ts";
import type { Acquirable } from "./kind.ts";

/**
 * Returns the strategy for waiting between the attempts of one acquire.
 * @param key the lock's key
 * @param wait who waits, and until when
 */
export function wakeStrategyOf(
  client: ClientContext,
  kind: Acquirable<unknown>,
  key: string,
  wait: Pick<WakeStrategyOptions, "owner" | "label" | "mode" | "signal" | "newLeaseMs" | "stands">,
): WakeStrategy {
  const waiting: WakeStrategyOptions = {
    ...wait,
    pollMs: client.options.pollMs,
    shared: kind.shared,
    permits: kind.permits ?? 1,
    line: kind.line,
    hearsOthers: client.options.prefix === "",
  };
  return kind.waiting?.(waiting) ?? waitWith(client, waiting, kind.channel?.(key));
}

/** Returns how a new owner may stand in the list of its lock; undefined: it does not. */
export function standingWaiter(
  { streams, driver }: Pick<ClientContext, "driver" | "streams">,
  kind: Acquirable<unknown>,
  hold: HoldId,
  timeoutMs: number,
): StandingWaiter | undefined {
  const { stands } = kind;
  if (stands === undefined || streams === undefined) return undefined;
  return {
    key: hold.key,
    request: (mailbox, seenMs, isOnlyCalled) => {
      return streams.request(hold, mailbox, seenMs, { isOnlyCalled, needsToken: stands === "fenced" });
    },
    isOnlyCalled: streams.isOnlyCalled,
    async giveBack() {
      const cancel = kind.cancel?.(hold);
      if (cancel !== undefined) await runUntilAnswered(driver, cancel, { timeoutMs, budgetMs: timeoutMs, maxTries: 2 });
    },
  };
}

/** Waits by the streams of a client, or by polling. `channel`: where releases are announced, if anywhere. */
export function waitWith(
  { driver, streams }: Pick<ClientContext, "driver" | "streams">,
  wait: WakeStrategyOptions,
  channel: ReleaseChannel | undefined,
): WakeStrategy {
  return streams === undefined || channel === undefined ? polling(wait) : streams.start(wait, driver, channel);
}

/** Returns the advice for LOCK_BUSY if this client holds the refused lock, as far as it knows. Otherwise undefined. */
export function adviceWhenHeldHere(
  client: ClientContext,
  kind: Acquirable<unknown>,
  key: string,
  { remainingMs, member }: Refusal,
): string | undefined {
  // -2: the lock is free, but others come first.
  if (kind.heldHere === undefined || remainingMs === -2) return undefined;
  const keys = kind.keysOf?.(client) ?? [key];
  const busy = member === undefined ? keys : keys.slice(member, member + 1);
  return busy.some((own) => own !== undefined && client.closeRegistry.holds(own)) ? kind.heldHere : undefined;
}

/** Returns the holder that a refusal told, if it did. */
export function holderOf(kind: Acquirable<unknown>, told: HolderReply | undefined): LockHolder | undefined {
  return told && { owner: kind.fieldToOwner(told.field), label: told.label, since: told.since };
}
