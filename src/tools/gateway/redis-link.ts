// The one connection that executes every command, so that the order of its replies is the order of execution.
import { ClientClosedError, ClientOfflineError, createClient, ErrorReply, RESP_TYPES } from "@redis/client";
import type { Command } from "./command.ts";
import type { Link } from "./database.ts";
import type { Reply } from "./reply.ts";

/**
 * The template of every client of the gateway, by `duplicate({ url, … })`; it is never connected. It sends no commands
 * of its own on a connection, which would appear in the counters. `createClient` would build a class with all commands
 * of Redis for each of them, which takes ten milliseconds per stream.
 */
export const quietClient = createClient({ RESP: 2, disableClientInfo: true, maintNotifications: "disabled" });

export const FIRST_CONNECT_MS = 5_000;
const reconnectMs = 50;

/** The command was certainly not sent. */
export class RedisAway extends Error {
  constructor(cause: unknown) {
    super("ERR Redis is not reachable; the command was not sent", { cause });
  }
}

/** The connection broke while the command was in flight: it may have been executed. */
export class ReplyLost extends Error {
  constructor(cause: unknown) {
    super("ERR the connection to Redis broke before the reply; the command may have been executed", {
      cause,
    });
  }
}

export class RedisLink implements Link {
  readonly #client: ReturnType<typeof newClient>;

  private constructor(client: ReturnType<typeof newClient>) {
    this.#client = client;
  }

  /** Rejects when Redis does not answer at the start; later it reconnects automatically without a limit. */
  static async connect(url: string): Promise<RedisLink> {
    const client = newClient(url);
    // An "error" is a lost connection, which the pending commands report. Without a listener it would end the process.
    client.on("error", () => {});
    const connected = client.connect();
    const failed = new Promise<never>((_, reject) => client.once("error", reject));
    try {
      await Promise.race([connected, failed]);
    } catch (cause) {
      connected.catch(() => {}); // rejected by destroy(), reported below
      if (client.isOpen) client.destroy();
      throw new Error(`Redis does not answer at ${withoutPassword(url)}: ${text(cause)}`, { cause });
    }
    failed.catch(() => {});
    return new RedisLink(client);
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  send(command: Command | readonly [string, ...string[]]): Promise<Reply> {
    return this.#client.sendCommand<Reply>([...command]).then(
      (reply) => reply,
      (error: unknown) => {
        if (error instanceof ErrorReply) return error;
        const unsent = error instanceof ClientOfflineError || error instanceof ClientClosedError;
        throw unsent ? new RedisAway(error) : new ReplyLost(error);
      },
    );
  }

  close(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }
}

function newClient(url: string) {
  return quietClient.duplicate({
    url,
    // A command for an absent Redis must fail at once: a later execution would be an unintended fault.
    disableOfflineQueue: true,
    socket: { reconnectStrategy: () => reconnectMs, connectTimeout: FIRST_CONNECT_MS },
    commandOptions: {
      // Integers as strings keep 64 bits.
      typeMapping: {
        [RESP_TYPES.BLOB_STRING]: Buffer,
        [RESP_TYPES.NUMBER]: String,
      },
    },
  });
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  return `${parsed.protocol}//${parsed.host}`;
}

function text(cause: unknown): string {
  // Node gives an AggregateError without a message when a name has several addresses.
  if (cause instanceof AggregateError) return text(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
