// Follows channels, and remembers the databases without streams, so that not each wait asks them for a stream.
import { nowMs } from "../../base/clock.ts";
import type { ChannelListener, Driver, ReleaseChannel, StreamEnd } from "../protocol.ts";

// How long a database without streams of one kind is not asked for them again.
const WITHOUT_STREAMS_MS = 300_000;

/**
 * When a database was found to have no streams, on the local clock, by database and kind of stream. It grows only with
 * the databases of the program.
 */
const withoutStreams = new Map<string, number>();

/** Databases that refused to follow the channel of a lock by a pattern. It grows in the same way. */
const withoutPatterns = new Set<string>();

type KindOfStream = Pick<ReleaseChannel, "perWaiter">;

/** Returns whether the database may have streams of this kind. */
export function mayHaveStreams(kind: KindOfStream, database: string): boolean {
  return nowMs() - (withoutStreams.get(idOf(kind, database)) ?? Number.NEGATIVE_INFINITY) > WITHOUT_STREAMS_MS;
}

/** Returns whether a channel is followed by a pattern, so that Redis does not count this among its subscribers. */
export function isFollowedByPattern({ countsOthers }: ReleaseChannel, database: string): boolean {
  return countsOthers === true && !withoutPatterns.has(database) && mayHaveStreams({ perWaiter: true }, database);
}

/** Follows a channel until `signal` aborts, or the stream ends. Never rejects, although the port of a user may. */
export async function follow(
  driver: Driver,
  channel: ReleaseChannel,
  listener: ChannelListener,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const { database } = driver;
  if (isFollowedByPattern(channel, database)) {
    const end = await followed(driver, { ...channel, perWaiter: true }, onlyOf(listener), signal);
    // A database without these streams has probably none: only the next waiter asks by the name.
    if (end !== "refused") return end;
    withoutPatterns.add(database);
  }
  return followed(driver, channel, listener, signal);
}

/** The pattern matches all channels that begin with the name of this one. */
function onlyOf(listener: ChannelListener): ChannelListener {
  return {
    onSubscribed: () => listener.onSubscribed(),
    onMessage(payload, rest) {
      if (rest === "") listener.onMessage(payload, "");
    },
  };
}

async function followed(driver: Driver, ...followed: Parameters<NonNullable<Driver["follow"]>>): Promise<StreamEnd> {
  try {
    const end = (await driver.follow?.(...followed)) ?? "unsupported";
    if (end === "unsupported") withoutStreams.set(idOf(followed[0], driver.database), nowMs());
    return end;
  } catch {
    return "ended";
  }
}

function idOf({ perWaiter }: KindOfStream, database: string): string {
  return `${perWaiter}|${database}`;
}
