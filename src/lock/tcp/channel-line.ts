// The connection of a port for its channels. All waiters share it. It is open while somebody follows a channel, and for
// a short time longer.
import { settledWithin, unrefSleep, unrefTimer } from "../../base/timers.ts";
import { literally } from "../keys.ts";
import type { ChannelListener, ReleaseChannel, StreamEnd } from "../protocol.ts";
import { passes } from "../redis/script-errors.ts";
import { Line } from "./line.ts";
import { type ChannelConnection, errorTextOf, type GivenClient, type Server, unlessGivenUp } from "./tcp-client.ts";

// The next waiter often comes soon.
const IDLE_MS = 10_000;
// A connection that is half open is silent, like one without messages. So it is asked, and must answer.
const PING_EVERY_MS = 60_000;
const ANSWER_MS = 5_000;

type ChannelClient = Pick<GivenClient, "hasEnded"> & Pick<Server, "openForChannels">;

/** One waiter that follows a channel. */
interface Follower {
  readonly listener: ChannelListener;
  readonly end: (how: StreamEnd) => void;
}

/** A channel, or a pattern of channels, and those who follow it. */
interface Channel {
  readonly followers: Set<Follower>;
  readonly confirmed: Promise<void>;
}

type Followed = Pick<ReleaseChannel, "name" | "perWaiter">;

export class ChannelLine {
  readonly #client: ChannelClient;
  readonly #channels = new Map<string, Channel>();
  #current: Line<ChannelConnection> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(client: ChannelClient) {
    this.#client = client;
  }

  /** Follows a channel: see `RedisPort`. */
  async follow({ name, perWaiter }: Followed, listener: ChannelListener, signal: AbortSignal): Promise<StreamEnd> {
    clearTimeout(this.#idle);
    const line = this.#open();
    const connection = await unlessGivenUp(line.opened, signal).catch(() => undefined);
    if (connection === undefined || signal.aborted || line.hasEnded) {
      this.#closeLater();
      return "ended";
    }
    const id = `${perWaiter} ${name}`;
    // One pattern serves the waiters of all clients and owners.
    const asked = perWaiter ? `${literally(name)}*` : name;
    const channel = this.#channels.get(id) ?? subscribed(connection, asked, { name, perWaiter }, line);
    this.#channels.set(id, channel);
    return new Promise((resolve) => {
      const end = (how: StreamEnd): void => {
        signal.removeEventListener("abort", stop);
        resolve(how);
        channel.followers.delete(follower);
        if (channel.followers.size > 0 || this.#channels.get(id) !== channel) return;
        this.#channels.delete(id);
        connection.unsubscribe(asked, perWaiter);
        this.#closeLater();
      };
      const stop = (): void => end("ended");
      const follower: Follower = { listener, end };
      signal.addEventListener("abort", stop);
      channel.followers.add(follower);
      channel.confirmed.then(
        () => {
          if (channel.followers.has(follower)) listener.onSubscribed();
        },
        (error: unknown) => {
          const text = errorTextOf(error);
          end(text === undefined || passes(text) ? "ended" : "refused");
        },
      );
    });
  }

  /** Ends the connection, also while it is being opened, and all channels. */
  close(): void {
    clearTimeout(this.#idle);
    this.#current?.close();
  }

  #open(): Line<ChannelConnection> {
    if (this.#current?.hasEnded === false) return this.#current;
    const line = new Line(this.#client, (...opening) => this.#client.openForChannels(...opening));
    line.onEnd.add(() => this.#endAll());
    void watch(line);
    this.#current = line;
    return line;
  }

  #closeLater(): void {
    if (this.#channels.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = unrefTimer(() => {
      if (this.#channels.size === 0) this.close();
    }, IDLE_MS);
  }

  #endAll(): void {
    const all = [...this.#channels.values()];
    this.#channels.clear();
    for (const { followers } of all) for (const { end } of [...followers]) end("ended");
  }
}

/** Subscribes to a channel. Ends a connection that does not confirm it. */
function subscribed(
  connection: ChannelConnection,
  asked: string,
  { name, perWaiter }: Followed,
  line: Line<ChannelConnection>,
): Channel {
  const followers = new Set<Follower>();
  const confirmed = connection.subscribe(asked, perWaiter, (payload, from) => {
    const owner = perWaiter ? from.slice(name.length) : "";
    for (const { listener } of [...followers]) listener.onMessage(payload, owner);
  });
  void settledWithin(confirmed, ANSWER_MS).then((isConfirmed) => {
    // Those whom Redis refused follow no more.
    if (!isConfirmed && followers.size > 0) line.close();
  });
  return { followers, confirmed };
}

/** Ends a connection that does not open, or does not answer. Ends with it. */
async function watch(line: Line<ChannelConnection>): Promise<void> {
  let isAlive = await settledWithin(line.opened, ANSWER_MS);
  while (isAlive && !line.hasEnded) {
    await unrefSleep(PING_EVERY_MS);
    if (line.hasEnded) return;
    const connection = await line.opened;
    isAlive = await settledWithin(connection.ping(), ANSWER_MS);
  }
  line.close();
}
