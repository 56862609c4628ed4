// The connection of a port for its channels. All waiters share it. It is open while somebody follows a channel, and for
// a short time longer.
import { settledWithin, unrefSleep, unrefTimer } from "../../base/timers.ts";
import { literally } from "../keys.ts";
import type { ChannelListener, ReleaseChannel, StreamEnd } from "../protocol.ts";
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

/** A connection from its opening to its end. `over`: gives it up while it is being opened. */
interface Opening {
  readonly opened: Promise<ChannelConnection>;
  readonly over: AbortController;
}

/** A channel, or a pattern of channels, and those who follow it. */
interface Channel {
  readonly followers: Set<Follower>;
  isConfirmed: boolean;
}

export class ChannelLine {
  readonly #client: ChannelClient;
  readonly #channels = new Map<string, Channel>();
  #current: Opening | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(client: ChannelClient) {
    this.#client = client;
  }

  /** Follows a channel: see `RedisPort`. */
  async follow(
    { name, perWaiter }: Pick<ReleaseChannel, "name" | "perWaiter">,
    listener: ChannelListener,
    signal: AbortSignal,
  ): Promise<StreamEnd> {
    clearTimeout(this.#idle);
    const opening = this.#open();
    const connection = await unlessGivenUp(opening.opened, signal).catch(() => undefined);
    if (connection === undefined || signal.aborted || this.#current !== opening) {
      this.#closeLater();
      return "ended";
    }
    return new Promise((resolve) => {
      const follower: Follower = {
        listener,
        end: (how) => {
          signal.removeEventListener("abort", stop);
          this.#leave(connection, { name, perWaiter }, follower);
          resolve(how);
        },
      };
      const stop = (): void => follower.end("ended");
      signal.addEventListener("abort", stop);
      this.#join(connection, { name, perWaiter }, follower);
    });
  }

  /** Ends the connection, also while it is being opened, and all channels. */
  close(): void {
    clearTimeout(this.#idle);
    const current = this.#current;
    this.#endAll();
    current?.over.abort();
    current?.opened.then(
      (connection) => connection.close(),
      () => {},
    );
  }

  #open(): Opening {
    if (this.#current !== undefined) return this.#current;
    const over = new AbortController();
    // The end of an earlier connection says nothing about the channels of this one.
    const ended = (): void => {
      if (this.#current === opening) this.#endAll();
    };
    const opened = this.#client.hasEnded()
      ? Promise.reject(new Error("the client was closed"))
      : this.#client.openForChannels(ended, over.signal);
    const opening: Opening = { opened, over };
    this.#current = opening;
    opened.catch(ended);
    void this.#watch(opening);
    return opening;
  }

  /** Ends a connection that does not open, or does not answer. Ends when that is no longer the current one. */
  async #watch(opening: Opening): Promise<void> {
    let isAlive = await settledWithin(opening.opened, ANSWER_MS);
    while (isAlive && this.#current === opening) {
      await unrefSleep(PING_EVERY_MS);
      if (this.#current !== opening) return;
      const connection = await opening.opened;
      isAlive = await settledWithin(connection.ping(), ANSWER_MS);
    }
    if (this.#current === opening) this.close();
  }

  #join(connection: ChannelConnection, { name, perWaiter }: Followed, follower: Follower): void {
    const [id, asked] = subscriptionOf({ name, perWaiter });
    const known = this.#channels.get(id);
    if (known !== undefined) {
      known.followers.add(follower);
      if (known.isConfirmed) queueMicrotask(() => follower.listener.onSubscribed());
      return;
    }
    const channel: Channel = { followers: new Set([follower]), isConfirmed: false };
    this.#channels.set(id, channel);
    const onMessage = (payload: string, from: string): void => {
      const owner = perWaiter ? from.slice(name.length) : "";
      for (const { listener } of [...channel.followers]) listener.onMessage(payload, owner);
    };
    const confirmed = connection.subscribe(asked, perWaiter, onMessage);
    void settledWithin(confirmed, ANSWER_MS).then(() => {
      if (!channel.isConfirmed && this.#channels.get(id) === channel) this.close();
    });
    confirmed.then(
      () => {
        channel.isConfirmed = true;
        for (const { listener } of channel.followers) listener.onSubscribed();
      },
      (error: unknown) => {
        const how = errorTextOf(error) === undefined ? "ended" : "refused";
        for (const each of [...channel.followers]) each.end(how);
      },
    );
  }

  #leave(connection: ChannelConnection, followed: Followed, follower: Follower): void {
    const [id, asked] = subscriptionOf(followed);
    const channel = this.#channels.get(id);
    if (!channel?.followers.delete(follower) || channel.followers.size > 0) return;
    this.#channels.delete(id);
    connection.unsubscribe(asked, followed.perWaiter);
    this.#closeLater();
  }

  #closeLater(): void {
    if (this.#channels.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = unrefTimer(() => {
      if (this.#channels.size === 0) this.close();
    }, IDLE_MS);
  }

  #endAll(): void {
    this.#current = undefined;
    const all = [...this.#channels.values()];
    this.#channels.clear();
    for (const { followers } of all) for (const each of [...followers]) each.end("ended");
  }
}

type Followed = Pick<ReleaseChannel, "name" | "perWaiter">;

/** Returns what is subscribed, after its id: one pattern serves the waiters of all clients and owners. */
function subscriptionOf({ name, perWaiter }: Followed): [id: string, asked: string] {
  return perWaiter ? [`pattern ${name}`, `${literally(name)}*`] : [`channel ${name}`, name];
}
