// "leasehound/node-redis": locks over a client of node-redis 5 or 6. The library is not imported.
import type { ChannelConnection, CommandConnection, OnMessage, TcpClient } from "./tcp-client.ts";
import { answered, checkRuntime, replyOf, unlessGivenUp, unusable } from "./tcp-client.ts";
import { onlyPortOf, type TcpPort, tcpPort } from "./tcp-port.ts";

export type { TcpPort } from "./tcp-port.ts";

/** The members of a client that `nodeRedisPort` uses. */
interface NodeRedisClient {
  readonly isOpen: boolean;
  readonly options?: object | undefined;
  duplicate(override?: object): NodeRedisConnection;
  on(event: string, listener: () => void): unknown;
}

/** The members of its own connections that the port uses. */
interface NodeRedisConnection {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  destroy(): void;
  unref(): void;
  ping(): Promise<unknown>;
  sendCommand(command: string[]): Promise<unknown>;
  subscribe(channel: string, listener: OnMessage): Promise<unknown>;
  pSubscribe(pattern: string, listener: OnMessage): Promise<unknown>;
  unsubscribe(channel: string, listener: OnMessage | undefined): Promise<unknown>;
  pUnsubscribe(pattern: string, listener: OnMessage | undefined): Promise<unknown>;
  on(event: string, listener: (error: unknown) => void): unknown;
}

// The types of RESP, by their first byte.
const TEXT = "$".charCodeAt(0);
const STATUS = "+".charCodeAt(0);
const INTEGER = ":".charCodeAt(0);

/**
 * Makes a port that sends through connections like those of your `redis` client (node-redis), for `createLocks({ redis:
 * nodeRedisPort(client) })`. They have its address, login and TLS: one for commands, and one for messages while
 * somebody waits. Your client's own connection, its queue and its reconnect strategy are not used. The connections end
 * when your client is closed; a later call throws REDIS_UNREACHABLE. They keep no process alive.
 * @param client the client, from `createClient` of redis 5 or 6; it is not changed, and need not be connected
 * @returns the port, which `close()` disconnects
 * @throws INVALID_OPTION when it is no such client, or is a pool, a cluster or a Sentinel; in a Worker
 * @example
 * import { createLocks } from "leasehound";
 * import { nodeRedisPort } from "leasehound/node-redis";
 * import { createClient } from "redis";
 *
 * const locks = createLocks({ redis: nodeRedisPort(createClient({ url: process.env.REDIS_URL! })) });
 */
export function nodeRedisPort(client: NodeRedisClient): TcpPort {
  checkRuntime();
  const { duplicate, sendCommand, unref, on } = Object(client);
  if (![duplicate, sendCommand, unref, on].every((method) => typeof method === "function")) {
    throw unusable("must be a client of node-redis, from createClient: no pool, cluster or Sentinel");
  }
  return onlyPortOf(client, () => newPort(client));
}

function newPort(client: NodeRedisClient): TcpPort {
  let hasEnded = false;
  client.on("end", () => {
    hasEnded = true;
  });
  client.on("connect", () => {
    hasEnded = false;
  });
  return tcpPort({
    ...placeOf(Object(client.options)),
    hasEnded: () => hasEnded,
    onEnd: (listener) => void client.on("end", listener),
    openForCommands: (...opening) => openForCommands(client, ...opening),
    openForChannels: (...opening) => openForChannels(client, ...opening),
  });
}

function placeOf(options: object): Pick<TcpClient, "address" | "username" | "passwords"> {
  const { url, socket, username, password, database } = Object(options);
  const parsed = typeof url === "string" ? new URL(url) : undefined;
  const { host = parsed?.hostname ?? "localhost", port = parsed?.port || 6_379, path } = Object(socket);
  const db = database ?? (Number(parsed?.pathname.slice(1)) || 0);
  const passwords = [password, decodeURIComponent(parsed?.password ?? "")];
  return {
    address: `redis://${path ?? `${host}:${port}`}/${db}`,
    username: String(username ?? parsed?.username ?? ""),
    passwords: passwords.filter((text) => typeof text === "string" && text !== ""),
  };
}

/** Opens a connection. Rejects with its own error, as soon as it has failed. */
async function open(
  client: NodeRedisClient,
  override: object,
  onEnd: () => void,
  signal: AbortSignal,
): Promise<NodeRedisConnection> {
  const socket = { ...Object(Object(client.options).socket), reconnectStrategy: false };
  const own = client.duplicate({
    socket,
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: "disabled",
    readonly: false,
    legacyMode: false,
    pingInterval: 0,
    ...override,
  });
  let isOpen = false;
  const ended = (): void => {
    if (!isOpen) return;
    isOpen = false;
    close(own);
    onEnd();
  };
  own.on("error", ended);
  own.on("end", ended);
  own.on("terminated", ended);
  // An open socket keeps a process alive. A call in flight has its own timer.
  own.unref();
  try {
    await unlessGivenUp(own.connect(), signal);
  } catch (error) {
    close(own);
    throw error;
  }
  isOpen = true;
  return own;
}

async function openForCommands(
  client: NodeRedisClient,
  onEnd: () => void,
  signal: AbortSignal,
): Promise<CommandConnection> {
  const bytes: unknown = Reflect.get(globalThis, "Buffer");
  const typeMapping = { [TEXT]: bytes, [STATUS]: bytes, [INTEGER]: String };
  const own = await open(client, { disableOfflineQueue: true, commandOptions: { typeMapping } }, onEnd, signal);
  return {
    send: async (command) => replyOf(await own.sendCommand([...command])),
    close: () => close(own),
  };
}

async function openForChannels(
  client: NodeRedisClient,
  onEnd: () => void,
  signal: AbortSignal,
): Promise<ChannelConnection> {
  const own = await open(client, { commandOptions: {} }, onEnd, signal);
  const listeners = new Map<string, OnMessage>();
  return {
    async subscribe(name, isPattern, onMessage) {
      listeners.set(`${isPattern} ${name}`, onMessage);
      await (isPattern ? own.pSubscribe(name, onMessage) : own.subscribe(name, onMessage));
    },
    unsubscribe(name, isPattern) {
      // Without its listener, the library forgets a SUBSCRIBE of the same channel that follows at once.
      const listener = listeners.get(`${isPattern} ${name}`);
      listeners.delete(`${isPattern} ${name}`);
      (isPattern ? own.pUnsubscribe(name, listener) : own.unsubscribe(name, listener)).catch(() => {});
    },
    ping: () => answered(own.ping()),
    close: () => close(own),
  };
}

function close(own: NodeRedisConnection): void {
  if (own.isOpen) own.destroy();
}
