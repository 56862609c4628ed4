// A connection of ioredis that a port opens: once, and without all that the library would do by itself.
import type { ChannelConnection, CommandConnection, OnMessage, Server } from "./tcp-client.ts";
import { answered, errorTextOf, replyOf, unlessGivenUp, unusable } from "./tcp-client.ts";

/** A `Redis` of the library, whose options a connection takes. */
export interface IoredisTemplate {
  duplicate(override?: object): IoredisConnection;
}

/** The members of its own connections that the port uses. */
export interface IoredisConnection {
  readonly status: string;
  connect(): Promise<void>;
  disconnect(reconnect?: boolean): void;
  ping(): Promise<unknown>;
  callBuffer(command: string, ...args: string[]): Promise<unknown>;
  subscribe(...channels: string[]): Promise<unknown>;
  psubscribe(...patterns: string[]): Promise<unknown>;
  unsubscribe(...channels: string[]): Promise<unknown>;
  punsubscribe(...patterns: string[]): Promise<unknown>;
  on(event: string, listener: (...args: never[]) => void): unknown;
}

// The library would queue commands, send them again after a reconnect, change keys and batch. A connection of the port
// does none of these. It is opened once, and the next call opens another one.
export const OWN = {
  lazyConnect: true,
  enableOfflineQueue: false,
  enableReadyCheck: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  enableAutoPipelining: false,
  maxRetriesPerRequest: 0,
  retryStrategy: null,
  reconnectOnError: null,
  sentinelRetryStrategy: null,
  // It would hold connections to the Sentinels.
  failoverDetector: false,
  role: "master",
  preferredSlaves: undefined,
  keyPrefix: "",
  commandTimeout: undefined,
  blockingTimeout: undefined,
  monitor: false,
  readOnly: false,
  stringNumbers: true,
  protocol: 2,
  replyMapping: "legacy",
};

const OPEN = ["connecting", "connect", "ready"];

/** Returns whether a client was ended. While it reconnects, its end is no event, and its mark outlasts a new start. */
export function hasEnded(client: { readonly status: string }): boolean {
  const isClosing = Reflect.get(client, "manuallyClosing") === true;
  return client.status === "end" || (isClosing && !OPEN.includes(client.status));
}

/** Throws INVALID_OPTION if any of these options has a prefix of keys. */
export function checkKeyPrefix(...options: readonly unknown[]): void {
  if (!options.some((each) => Object(each).keyPrefix)) return;
  throw unusable("has a keyPrefix, which channels would not have: use the option prefix of the locks instead");
}

/** Opens a connection. Rejects with its own error, as soon as it has failed. */
async function open(redis: IoredisTemplate, onEnd: () => void, signal: AbortSignal): Promise<IoredisConnection> {
  const own = redis.duplicate(OWN);
  let failed: unknown;
  own.on("error", (error: unknown) => {
    failed = error;
  });
  // An open socket keeps a process alive. A call in flight has its own timer.
  own.on("connect", () => Object(Reflect.get(own, "stream")).unref?.());
  let isOpen = false;
  const ended = (): void => {
    if (isOpen) onEnd();
    isOpen = false;
  };
  own.on("close", ended);
  own.on("end", ended);
  try {
    await unlessGivenUp(own.connect(), signal);
    // The library may be ready before its login is answered.
    await unlessGivenUp(own.callBuffer("PING"), signal);
  } catch (error) {
    // Redis answered, perhaps that this user may not ask.
    if (/^(NOAUTH|WRONGPASS)\b/.test(errorTextOf(error) ?? "NOAUTH")) failed ??= error;
  }
  // A refused login or SELECT is an event alone, and the connection goes on.
  if (failed !== undefined) {
    own.disconnect();
    throw failed;
  }
  isOpen = true;
  return own;
}

/** Returns what opens connections like those of a `Redis`. */
export function serverOf(redis: IoredisTemplate): Server {
  return {
    openForCommands: (...opening) => openForCommands(redis, ...opening),
    openForChannels: (...opening) => openForChannels(redis, ...opening),
  };
}

async function openForCommands(...opening: Parameters<typeof open>): Promise<CommandConnection> {
  const own = await open(...opening);
  return {
    send: async ([word = "", ...args]) => replyOf(await own.callBuffer(word, ...args)),
    close: () => own.disconnect(),
  };
}

async function openForChannels(...opening: Parameters<typeof open>): Promise<ChannelConnection> {
  const own = await open(...opening);
  const channels = new Map<string, OnMessage>();
  const patterns = new Map<string, OnMessage>();
  own.on("message", (channel: string, payload: string) => channels.get(channel)?.(payload, channel));
  own.on("pmessage", (pattern: string, channel: string, payload: string) => patterns.get(pattern)?.(payload, channel));
  return {
    async subscribe(name, isPattern, onMessage) {
      (isPattern ? patterns : channels).set(name, onMessage);
      await (isPattern ? own.psubscribe(name) : own.subscribe(name));
    },
    unsubscribe(name, isPattern) {
      (isPattern ? patterns : channels).delete(name);
      // Its end closes all channels anyway.
      (isPattern ? own.punsubscribe(name) : own.unsubscribe(name)).catch(() => {});
    },
    ping: () => answered(own.ping()),
    close: () => own.disconnect(),
  };
}
