// A connection of node-redis that a port opens: once, and without all that the library would do by itself.
import type { ChannelConnection, CommandConnection, OnMessage, Server } from "./tcp-client.ts";
import { answered, replyOf, unlessGivenUp } from "./tcp-client.ts";

/** A client of the library, whose options a connection takes. */
export interface NodeRedisTemplate {
  readonly options?: object | undefined;
  duplicate(override?: object): NodeRedisConnection;
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
// The port has a deadline of its own. That of the library, 5 s, costs each command a signal that is never cleared.
const UNTIMED = { timeout: 0 };

/** Returns what opens connections like those of a client. */
export function serverOf(client: NodeRedisTemplate): Server {
  return {
    openForCommands: (...opening) => openForCommands(client, ...opening),
    openForChannels: (...opening) => openForChannels(client, ...opening),
  };
}

/** Opens a connection. Rejects with its own error, as soon as it has failed. */
async function open(
  client: NodeRedisTemplate,
  override: object,
  onEnd: () => void,
  signal: AbortSignal,
): Promise<NodeRedisConnection> {
  // The library's own limit would end a quiet connection for messages.
  const socket = { ...Object(Object(client.options).socket), reconnectStrategy: false, socketTimeout: undefined };
  const own = client.duplicate({
    socket,
    RESP: 2,
    clientSideCache: undefined,
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
  client: NodeRedisTemplate,
  onEnd: () => void,
  signal: AbortSignal,
): Promise<CommandConnection> {
  const bytes: unknown = Reflect.get(globalThis, "Buffer");
  const typeMapping = { [TEXT]: bytes, [STATUS]: bytes, [INTEGER]: String };
  const own = await open(
    client,
    { disableOfflineQueue: true, commandOptions: { ...UNTIMED, typeMapping } },
    onEnd,
    signal,
  );
  return {
    send: async (command) => replyOf(await own.sendCommand([...command])),
    close: () => close(own),
  };
}

async function openForChannels(
  client: NodeRedisTemplate,
  onEnd: () => void,
  signal: AbortSignal,
): Promise<ChannelConnection> {
  const own = await open(client, { commandOptions: UNTIMED }, onEnd, signal);
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
