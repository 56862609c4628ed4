// "leasehound/ioredis": locks over a client of ioredis 5 or 6, or of iovalkey. The library is not imported.
import type { ChannelConnection, CommandConnection, OnMessage, TcpClient } from "./tcp-client.ts";
import { answered, checkRuntime, errorTextOf, replyOf, unlessGivenUp, unusable } from "./tcp-client.ts";
import { onlyPortOf, type TcpPort, tcpPort } from "./tcp-port.ts";

export type { TcpPort } from "./tcp-port.ts";

/** The members of a client that `ioredisPort` uses. */
interface IoredisClient {
  readonly status: string;
  readonly options: object;
  duplicate(override?: object): IoredisConnection;
  on(event: string, listener: () => void): unknown;
}

/** The members of its own connections that the port uses. */
interface IoredisConnection {
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
const OWN = {
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

/**
 * Makes a port that sends through connections like those of your `ioredis` client, for `createLocks({ redis:
 * ioredisPort(redis) })`. They have its address, login, TLS and Sentinels: one for commands, and one for messages while
 * somebody waits. Your client's own connection, its queue and its settings for retries are not used. The connections
 * end when your client ends; a later call throws REDIS_UNREACHABLE. They keep no process alive.
 * @param redis the client, a `Redis` of ioredis 5 or 6 or of iovalkey; it is not changed, and need not be connected
 * @returns the port, which `close()` disconnects
 * @throws INVALID_OPTION when it is no such client, is a `Cluster`, or has a `keyPrefix`; in a Worker
 * @example
 * import { Redis } from "ioredis";
 * import { createLocks } from "leasehound";
 * import { ioredisPort } from "leasehound/ioredis";
 *
 * const locks = createLocks({ redis: ioredisPort(new Redis(process.env.REDIS_URL!)) });
 */
export function ioredisPort(redis: IoredisClient): TcpPort {
  checkRuntime();
  const { duplicate, callBuffer, on, options, isCluster } = Object(redis);
  if (isCluster === true) throw unusable("is a Cluster, which is not supported: pass a Redis of ioredis");
  const isRedis = [duplicate, callBuffer, on].every((method) => typeof method === "function");
  if (!isRedis || typeof options !== "object" || options === null) throw unusable("must be a Redis of ioredis");
  const { keyPrefix } = Object(options);
  if (keyPrefix) {
    throw unusable("has a keyPrefix, which channels would not have: use the option prefix of the locks instead");
  }
  return onlyPortOf(redis, () =>
    tcpPort({
      ...placeOf(options),
      // While it reconnects, its end is no event.
      hasEnded: () => redis.status === "end" || Reflect.get(redis, "manuallyClosing") === true,
      onEnd: (listener) => void redis.on("end", listener),
      openForCommands: (...opening) => openForCommands(redis, ...opening),
      openForChannels: (...opening) => openForChannels(redis, ...opening),
    }),
  );
}

function placeOf(options: object): Pick<TcpClient, "address" | "username" | "passwords"> {
  const { path, host = "localhost", port = 6_379, db = 0, sentinels, name } = Object(options);
  const { username, password, sentinelPassword } = Object(options);
  const servers = Array.isArray(sentinels)
    ? `${sentinels.map((each) => `${Object(each).host}:${Object(each).port}`).join()}/${name}`
    : (path ?? `${host}:${port}`);
  const passwords = [password, sentinelPassword].filter((text) => typeof text === "string" && text !== "");
  return { address: `redis://${servers}/${db}`, username: String(username ?? ""), passwords };
}

/** Opens a connection. Rejects with its own error, as soon as it has failed. */
async function open(redis: IoredisClient, onEnd: () => void, signal: AbortSignal): Promise<IoredisConnection> {
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
