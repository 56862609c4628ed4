// One channel as Upstash serves it: server-sent events after POST /subscribe/<channel>, whose data is
// "subscribe,<channel>,<count>" and "message,<channel>,<payload>"; or the channels of all waiters of one lock:
// /psubscribe/<pattern>, "psubscribe,<pattern>,<count>" and "pmessage,<pattern>,<channel>,<payload>". Not
// @upstash/redis' own subscriber (1.39): it puts channels into the URL as they are, splits at commas, and says nothing
// when a stream ends. What a stream says is a hint, never an answer.
import type { RedisEndpoint } from "../options.ts";
import { unrefSleep } from "../wait/sleep.ts";
import type { ChannelListener, ReleaseChannel, StreamEnd } from "../wait/waiter-group.ts";
import { type WakeStrategy, type WakeStrategyOptions, wakeStrategy } from "../wait/wake-strategy.ts";
import { eventsOf } from "./server-sent-events.ts";
import { OpeningSlots } from "./stream-slots.ts";

// From the request until Redis has confirmed the subscription.
const OPEN_MS = 5_000;
// Upstash's own streams carry a ping every minute. One that is silent for longer may be dead without our knowing.
const SILENT_MS = 90_000;
// Vercel's edge ends streams at 300 s: it is better opened anew at an instant of our own.
const LIFE_MS = 270_000;
// No such route, or something else there; all else that is refused may be about this channel alone, which may be too
// long for a URL.
const NO_STREAMS = new Set([200, 404, 405, 501]);
const LATER = new Set([408, 425, 429]);

/** Follows a channel of the database at this endpoint. */
export type FollowChannel = (
  endpoint: RedisEndpoint,
  channel: Pick<ReleaseChannel, "name" | "perWaiter">,
  listener: ChannelListener,
  signal: AbortSignal,
) => Promise<StreamEnd>;

/**
 * Lets the waiters of a client share event streams, by which they learn of a release at once. Without it they poll.
 * @returns the value for `createClient({ wait })`
 * @example
 * const client = createClient({ redis: { url, token }, wait: streams() });
 */
export function streams(): Streams {
  const slots = new OpeningSlots();
  return {
    start: wakeStrategy,
    follow: (endpoint, channel, listener, signal) => followChannel(endpoint, slots, channel, listener, signal),
  };
}

// In types alone: without it, anything at all would fit an interface whose members are all internal.
declare const opaque: unique symbol;

/** How the waiters of a client learn of a release: what `streams()` returns. */
export interface Streams {
  /** @hidden */
  readonly [opaque]?: "Streams";
  /** @internal */
  start(options: WakeStrategyOptions): WakeStrategy;
  /** @internal */
  readonly follow: FollowChannel;
}

/** Follows a channel. Never rejects. Ways out: see StreamEnd; also aborted, which is "ended". */
export async function followChannel(
  { url, token }: RedisEndpoint,
  slots: OpeningSlots,
  { name, perWaiter }: Pick<ReleaseChannel, "name" | "perWaiter">,
  listener: ChannelListener,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const stream = new AbortController();
  const stop = (): void => stream.abort();
  if (signal.aborted) return "ended";
  signal.addEventListener("abort", stop);
  const giveSlotBack = await slots.take(OPEN_MS, signal);
  const watch = new Watch(stop);
  // One pattern for the waiters of all clients, whatever their owners are called: a program may have a client for each
  // request.
  const followed = perWaiter ? `${escaped(name)}*` : name;
  const confirmation = withOneLineEnd(`${perWaiter ? "p" : ""}subscribe,${followed},`);
  const message = withOneLineEnd(perWaiter ? `pmessage,${followed},${name}` : `message,${name},`);
  try {
    const response = await fetch(`${url}/${perWaiter ? "p" : ""}subscribe/${encodeURIComponent(followed)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
      redirect: "manual",
      signal: stream.signal,
    });
    giveSlotBack();
    if (!isEventStream(response)) {
      await response.body?.cancel();
      if (NO_STREAMS.has(response.status)) return "unsupported";
      return response.status < 500 && !LATER.has(response.status) ? "refused" : "ended";
    }
    for await (const data of eventsOf(response, () => watch.alive(), stream.signal)) {
      if (data.startsWith(confirmation)) {
        watch.confirmed();
        listener.onSubscribed();
        continue;
      }
      if (!data.startsWith(message)) continue;
      const told = data.slice(message.length);
      // "<owner>,<payload>": a payload that wakes has no comma.
      const comma = perWaiter ? told.lastIndexOf(",") : -1;
      listener.onMessage(told.slice(comma + 1), told.slice(0, Math.max(comma, 0)));
    }
    return "ended";
  } catch {
    // Cut, silent, too long, or stopped by us: for a waiter it is all the same.
    return "ended";
  } finally {
    giveSlotBack();
    watch.end();
    signal.removeEventListener("abort", stop);
    stream.abort();
  }
}

/** Each of an event's three line ends as the same one, also in a name: which of them it was, events do not tell. */
function withOneLineEnd(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** A name as a pattern that only this name matches. */
function escaped(name: string): string {
  return name.replaceAll(/[*?[\]\\]/g, "\\$&");
}

function isEventStream({ status, headers, body }: Response): boolean {
  return status === 200 && body !== null && headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/** Ends a stream that does not begin, falls silent, or has lived long enough. */
class Watch {
  readonly #stop: () => void;
  readonly #over = new AbortController();
  readonly #endAt = performance.now() + LIFE_MS;
  #dueAt = performance.now() + OPEN_MS;
  #isConfirmed = false;

  constructor(stop: () => void) {
    this.#stop = stop;
    this.#run();
  }

  confirmed(): void {
    this.#isConfirmed = true;
    this.alive();
  }

  alive(): void {
    if (this.#isConfirmed) this.#dueAt = Math.min(performance.now() + SILENT_MS, this.#endAt);
  }

  end(): void {
    this.#over.abort();
  }

  async #run(): Promise<void> {
    // Ways out: the stream has ended; it is due.
    while (!this.#over.signal.aborted) {
      const leftMs = this.#dueAt - performance.now();
      if (leftMs <= 0) return this.#stop();
      await unrefSleep(leftMs, this.#over.signal);
    }
  }
}
