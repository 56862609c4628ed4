// One channel as Upstash serves it. POST /subscribe/<channel> returns server-sent events with the data
// "subscribe,<channel>,<count>" and "message,<channel>,<payload>". For the channels of all waiters of one lock,
// /psubscribe/<pattern> returns "psubscribe,<pattern>,<count>" and "pmessage,<pattern>,<channel>,<payload>". The
// subscriber of @upstash/redis (1.39) is not used. It puts unescaped channels into the URL, splits at commas, and does
// not report the end of a stream. Only the message of a mailbox may grant a lock.
import { nowMs } from "../../base/clock.ts";
import { unrefSleep } from "../../base/timers.ts";
import { ownMembers, trueOrFalse } from "../../base/validate.ts";
import type { Streams } from "../hold/client-context.ts";
import { confirm } from "../hold/keep-alive.ts";
import { passOn } from "../hold/pass-on.ts";
import { standingWaiter } from "../hold/standing-waiter.ts";
import { readAtMost } from "../http/http.ts";
import { eventsOf, isEventStream } from "../http/server-sent-events.ts";
import { literally } from "../keys.ts";
import { fencedStandingCall, standingCall } from "../lua/standing.ts";
import type { RedisEndpoint } from "../options.ts";
import { type ChannelListener, isOwnCall, type ReleaseChannel, type StreamEnd } from "../protocol.ts";
import { listenForEnd, listenForEnds } from "../wait/ends.ts";
import { nextToStand } from "../wait/lines.ts";
import { wakeStrategy } from "../wait/wake-strategy.ts";
import { answerIn, parse } from "./rest.ts";
import { passes } from "./script-errors.ts";

// From the request until Redis has confirmed the subscription.
const OPEN_MS = 5_000;
// Upstash's own streams send a ping every minute. A stream that is silent for longer may be dead.
const SILENT_MS = 90_000;
// Vercel's edge ends streams at 300 s: reopen them earlier, at an instant of our own.
const LIFE_MS = 270_000;
// The route does not exist, or serves something else. Any other refusal may concern this channel alone, which may be
// too long for a URL.
const NO_STREAMS = new Set([200, 404, 405, 501]);
const LATER = new Set([408, 425, 429]);
const MOST_REFUSAL_BYTES = 65_536;
const MOST_OPENING = 2;
const LOOK_MS = 20;

/** How the waiters of a client hear of releases. */
export interface StreamsOptions {
  /**
   * Whether a release may grant the lock by a message to the next waiter of another isolate. `false`: the message only
   * calls it. Default: true, where the database can do it.
   */
  grants?: boolean | undefined;
}

/**
 * Lets the waiters of a client share event streams, so that a release wakes them at once, or grants them the lock.
 * Without it they poll.
 * @param options `grants`: whether a release may grant the lock to a waiter of another isolate, default true
 * @returns the value for `createClient({ wait })`
 * @throws INVALID_OPTION when `grants` is not a boolean
 * @example
 * const client = createClient({ redis: { url, token }, wait: streams() });
 */
export function streams(options?: StreamsOptions): Streams {
  const given = ownMembers("options", options, ["grants"]);
  const grants = given?.grants === undefined || trueOrFalse("grants", given.grants);
  const slots = new OpeningSlots();
  return {
    start: (options, driver, channel) => wakeStrategy(options, driver, channel, grants),
    passOn,
    nextToStand,
    end: listenForEnd,
    ends: listenForEnds,
    standing(call, standing, hold, kind) {
      if (isOwnCall(call)) return call;
      if (kind.standing !== undefined) return kind.standing(call, standing, hold);
      return kind.stands === "fenced list" ? fencedStandingCall(call, standing) : standingCall(call, standing);
    },
    stands: standingWaiter,
    confirm,
    follow: (endpoint, channel, listener, signal) => followChannel(endpoint, slots, channel, listener, signal),
  };
}

/**
 * Limits how many streams one client opens at a time. An invocation of a Worker may have six connections that still
 * wait for headers. Streams that are slow to open must not delay a renewal. Open streams do not count.
 */
export class OpeningSlots {
  readonly #takenUntil = new Set<{ readonly ms: number }>();

  /**
   * Takes a slot for at most `atMostMs`, because a cut invocation never gives it back. Returns a function that gives it
   * back. After an abort it returns at once; the slot is then unused.
   */
  async take(atMostMs: number, signal: AbortSignal): Promise<() => void> {
    while (!signal.aborted && this.#taken() >= MOST_OPENING) await unrefSleep(LOOK_MS, signal);
    const until = { ms: nowMs() + atMostMs };
    this.#takenUntil.add(until);
    return () => this.#takenUntil.delete(until);
  }

  #taken(): number {
    const now = nowMs();
    for (const until of this.#takenUntil) if (until.ms <= now) this.#takenUntil.delete(until);
    return this.#takenUntil.size;
  }
}

/** Follows a channel. Never rejects. Returns how the stream ended, see StreamEnd; "ended" after an abort. */
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
  // One pattern serves the waiters of all clients and owners: a program may have a client for each request.
  const followed = perWaiter ? `${literally(name)}*` : name;
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
      const { status } = response;
      const isRefused = status < 500 && !LATER.has(status) && !NO_STREAMS.has(status);
      if (isRefused) {
        const said = answerIn(parse(await readAtMost(response, MOST_REFUSAL_BYTES)), status);
        return said !== undefined && "error" in said && passes(said.error) ? "ended" : "refused";
      }
      await response.body?.cancel();
      return NO_STREAMS.has(status) ? "unsupported" : "ended";
    }
    for await (const data of eventsOf(response, () => watch.alive(), stream.signal)) {
      if (data.startsWith(confirmation)) {
        watch.confirmed();
        listener.onSubscribed();
        continue;
      }
      if (!data.startsWith(message)) continue;
      const content = data.slice(message.length);
      // "<owner>,<payload>": a payload that wakes a waiter has no comma.
      const comma = perWaiter ? content.lastIndexOf(",") : -1;
      listener.onMessage(content.slice(comma + 1), content.slice(0, Math.max(comma, 0)));
    }
    return "ended";
  } catch {
    // Cut, silent, too long, or stopped by us: to a waiter these are the same.
    return "ended";
  } finally {
    giveSlotBack();
    watch.end();
    signal.removeEventListener("abort", stop);
    stream.abort();
  }
}

/** Replaces all line ends by LF, in a name too: events do not show which of the three it was. */
function withOneLineEnd(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Ends a stream that does not open, falls silent, or has lived long enough. */
class Watch {
  readonly #stop: () => void;
  readonly #over = new AbortController();
  readonly #endAt = nowMs() + LIFE_MS;
  #dueAt = nowMs() + OPEN_MS;
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
    if (this.#isConfirmed) this.#dueAt = Math.min(nowMs() + SILENT_MS, this.#endAt);
  }

  end(): void {
    this.#over.abort();
  }

  async #run(): Promise<void> {
    // Ends when the stream has ended, or must end now.
    while (!this.#over.signal.aborted) {
      const leftMs = this.#dueAt - nowMs();
      if (leftMs <= 0) return this.#stop();
      await unrefSleep(leftMs, this.#over.signal);
    }
  }
}
