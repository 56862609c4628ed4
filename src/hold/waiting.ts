// How an acquire waits for a busy lock: by the channel of the lock, or of each of several locks. And what it says about
// the holder, who may be the client that asks: the call then waits for its own program.
import type { LockHolder } from "../errors.ts";
import type { HolderReply } from "../protocol.ts";
import type { Refusal } from "../wait/group-member.ts";
import { memberWait } from "../wait/member-wait.ts";
import { polling } from "../wait/polling.ts";
import type { WakeStrategy, WakeStrategyOptions } from "../wait/wake-strategy.ts";
import type { ClientContext } from "./client-context.ts";
import type { Acquirable, Place } from "./kind.ts";

/**
 * Returns the strategy for waiting between the attempts of one acquire.
 * @param key the lock's key
 * @param wait who waits, and until when; `mode`: how, unless the place overrides it
 */
export function wakeStrategyOf(
  { driver, streams, options }: ClientContext,
  kind: Acquirable<unknown>,
  key: string,
  wait: Pick<WakeStrategyOptions, "owner" | "label" | "mode" | "signal" | "newLeaseMs">,
): WakeStrategy {
  const { placeOf } = kind;
  const strategyAt = (place: Place): WakeStrategy => {
    const waitThere: WakeStrategyOptions = {
      ...wait,
      mode: place.wait ?? wait.mode,
      pollMs: options.pollMs,
      shared: place.shared,
      permits: kind.permits ?? 1,
      line: kind.line,
      key,
      channel: place.channel,
    };
    if (kind.waiting !== undefined) return kind.waiting(waitThere);
    return place.streams === undefined ? polling(waitThere) : place.streams.start(waitThere, place.driver);
  };
  if (placeOf !== undefined) return memberWait((member) => strategyAt(placeOf(member)));
  return strategyAt({ driver, streams, channel: kind.channel(key), shared: kind.shared });
}

/** Returns the keys of the locks that a hold of this kind holds, without those of other clients. */
export function keysOfHold(client: ClientContext, kind: Acquirable<unknown>, key: string): readonly string[] {
  return keysIn(client, kind, key).flatMap((own) => own ?? []);
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
  const keys = keysIn(client, kind, key);
  const busy = member === undefined ? keys : keys.slice(member, member + 1);
  return busy.some((own) => own !== undefined && client.closeRegistry.holds(own)) ? kind.heldHere : undefined;
}

/** Returns the holder that a refusal told, if it did. */
export function holderOf(kind: Acquirable<unknown>, told: HolderReply | undefined): LockHolder | undefined {
  return told && { owner: kind.fieldToOwner(told.field), label: told.label, since: told.since };
}

function keysIn(client: ClientContext, kind: Acquirable<unknown>, key: string): readonly (string | undefined)[] {
  return kind.keysOf?.(client) ?? [key];
}
