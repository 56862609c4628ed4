// How an acquire waits for a busy lock, and what it says about the holder, who may be the client that asks: the call
// then waits for its own program.
import type { LockHolder } from "../../base/errors.ts";
import type { HolderReply, ReleaseChannel } from "../protocol.ts";
import { polling } from "../wait/polling.ts";
import type { Refusal, WakeStrategy, WakeStrategyOptions } from "../wait/wait-terms.ts";
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
    prefix: client.options.prefix,
  };
  return kind.waiting?.(waiting) ?? waitWith(client, waiting, kind.channel?.(key));
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

/** Returns the holder that a refusal named, if it named one. */
export function holderOf(kind: Acquirable<unknown>, told: HolderReply | undefined): LockHolder | undefined {
  return told && { owner: kind.fieldToOwner(told.field), label: told.label, since: told.since };
}
