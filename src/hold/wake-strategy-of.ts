// How an acquire waits: by the channel of its lock, or of each of several locks.
import { memberWait } from "../wait/member-wait.ts";
import { polling } from "../wait/polling.ts";
import type { Follow, StreamEnd } from "../wait/release-channel.ts";
import type { WakeStrategy, WakeStrategyOptions } from "../wait/wake-strategy.ts";
import type { ClientContext } from "./client-context.ts";
import type { Acquirable, Place } from "./kind.ts";

/**
 * Returns the strategy for waiting between the attempts of one acquire.
 * @param key the lock's key
 * @param wait who waits, and until when; `mode`: how, unless the place overrides it
 */
export function wakeStrategyOf(
  { redis, streams, options }: ClientContext,
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
      database: place.redis.database,
      follow: (listener, signal) => followed(place, listener, signal),
    };
    if (kind.waiting !== undefined) return kind.waiting(waitThere);
    return place.streams === undefined ? polling(waitThere) : place.streams.start(waitThere, place.redis);
  };
  if (placeOf !== undefined) return memberWait((member) => strategyAt(placeOf(member)));
  return strategyAt({ redis, streams, channel: kind.channel(key), shared: kind.shared });
}

/** Follows the channel of a place. A port of the user may reject or throw, though it must not. */
async function followed({ redis, channel }: Place, ...rest: Parameters<Follow>): Promise<StreamEnd> {
  try {
    return await redis.follow(channel, ...rest);
  } catch {
    return "ended";
  }
}
