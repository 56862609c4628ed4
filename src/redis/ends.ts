// Listens for the ends of holds: thefts and releases by force are published for all locks of a prefix, on channels that
// one stream follows.
import type { HoldEnd } from "../errors.ts";
import { endsWithInvocation } from "../invocation.ts";
import { endsChannel } from "../keys.ts";
import { holdEnd } from "../lua/call.ts";
import { unrefSleep } from "../wait/sleep.ts";
import type { RedisPort } from "./port.ts";

const PAUSE_MS = 1_000;

/** What a message says: these owners of the lock with this key have lost their holds. */
export interface PublishedEnd {
  readonly key: string;
  /** As in the hash of the lock; or ALL_HOLDERS. */
  readonly fields: readonly string[];
  readonly end: HoldEnd;
}

type Told = (published: PublishedEnd) => void;

interface Stream {
  readonly listeners: Set<Told>;
  readonly ending: AbortController;
}

/** The open streams, by database and prefix. It is as long as the listening holds are many. */
const streams = new Map<string, Stream>();

/**
 * Calls `told` for each end that is published. All listeners of a process share a stream. On Workers each has its own,
 * because a stream ends with the invocation that opened it.
 * @returns the function that ends this
 */
export function listenForEnds(redis: RedisPort, prefix: string, told: Told): () => void {
  const id = endsWithInvocation() ? crypto.randomUUID() : `${redis.database} ${prefix}`;
  const stream = streams.get(id) ?? { listeners: new Set(), ending: new AbortController() };
  stream.listeners.add(told);
  if (!streams.has(id)) {
    streams.set(id, stream);
    void followEnds(redis, prefix, stream).then(() => {
      if (streams.get(id) === stream) streams.delete(id);
    });
  }
  return () => {
    stream.listeners.delete(told);
    if (stream.listeners.size > 0) return;
    streams.delete(id);
    stream.ending.abort();
  };
}

/** Follows the channels until nobody listens, or the database refuses. Never rejects. */
async function followEnds(redis: RedisPort, prefix: string, { listeners, ending }: Stream): Promise<void> {
  const channel = { name: endsChannel(prefix), perWaiter: true, wakes: () => 0 };
  const onMessage = (payload: string, name: string): void => {
    const fields = payload.split(" ");
    const end = holdEnd(fields.pop() ?? "");
    if (end !== undefined) for (const told of listeners) told({ key: prefix + name, fields, end });
  };
  while (!ending.signal.aborted) {
    const how = await redis
      .follow(channel, { onSubscribed() {}, onMessage }, ending.signal)
      .catch(() => "ended" as const);
    if (how !== "ended") return;
    await unrefSleep(PAUSE_MS, ending.signal);
  }
}
