// The needs of a port over TCP from a client library. The library itself stays on the other side: none is imported.
import { InvalidOptionError } from "../../base/errors.ts";
import { endsWithInvocation } from "../../base/invocation.ts";

/** A connection that was opened once, for commands. It sends nothing twice, and queues nothing while it is away. */
export interface CommandConnection {
  /** Sends a command now. Rejects with Redis' error, or with that of the connection. */
  send(command: readonly string[]): Promise<unknown>;
  close(): void;
}

/** A connection that was opened once, for channels. */
export interface ChannelConnection {
  /** Resolves when Redis has confirmed it. `onMessage` gets each message, and the channel that it came by. */
  subscribe(name: string, isPattern: boolean, onMessage: OnMessage): Promise<void>;
  unsubscribe(name: string, isPattern: boolean): void;
  /** Resolves when Redis has answered anything. */
  ping(): Promise<void>;
  close(): void;
}

export type OnMessage = (payload: string, channel: string) => void;

/** What a port knows of the client that was given. */
export interface GivenClient {
  /** The address of its database, as a url without login. */
  readonly address: string;
  readonly username: string;
  /** Its passwords, which no error may show. */
  readonly passwords: readonly string[];
  /** The given client has ended, so that no connection may be opened. */
  hasEnded(): boolean;
  /** Calls `listener` each time that the given client ends. */
  onEnd(listener: () => void): void;
}

/** Opens connections to one server, with the login and the TLS of a given client. */
export interface Server {
  /**
   * Rejects as soon as there will be none, and when `signal` aborts. `onEnd` is called once, when an open connection
   * has ended.
   */
  openForCommands(onEnd: () => void, signal: AbortSignal): Promise<CommandConnection>;
  openForChannels(onEnd: () => void, signal: AbortSignal): Promise<ChannelConnection>;
}

/** Opens connections like those of a given client. */
export interface TcpClient extends GivenClient, Server {}

/** Returns the error for a client that locks cannot use. */
export function unusable(problem: string): InvalidOptionError {
  return new InvalidOptionError("redis", problem);
}

/** Returns the error for an object that is no client of a library. `needed`: what it must be. */
export function noClient(needed: string): InvalidOptionError {
  return unusable(`must be ${needed}; a mock runs no scripts: use createTestLocks of leasehound/testing instead`);
}

/** Returns the parts of a node's url. Throws INVALID_OPTION, without the url, which may have a password. */
export function partsOfNode(url: string): Pick<URL, "hostname" | "port" | "username" | "password"> {
  try {
    const { hostname, port, username, password } = new URL(url);
    return { hostname, port, username, password: decodeURIComponent(password) };
  } catch {
    throw unusable("has a node whose url is malformed");
  }
}

/** Throws INVALID_OPTION where a connection ends with the request that opened it. */
export function checkRuntime(): void {
  if (endsWithInvocation()) {
    throw unusable(
      "is a client of TCP, whose connections end with the request here: pass { url, token } of a REST API",
    );
  }
}

// Both libraries give Redis' errors as such texts, and no code. Minifiers change the names of their classes.
const OF_REDIS = /^[A-Z][A-Z\d_]*( |$)/;
const CLASSES_OF_REDIS = ["ReplyError", "ErrorReply", "SimpleError", "BlobError"];
// A library's errors for a command that it has not written to its connection.
const UNSENT = /^(Stream isn't writeable|The client is offline|The client is closed)/;

/** Returns Redis' own error text; undefined for an error of the connection. */
export function errorTextOf(error: unknown): string | undefined {
  const { message, code, constructor: ofClass } = Object(error);
  if (typeof message !== "string" || code !== undefined) return undefined;
  return OF_REDIS.test(message) || CLASSES_OF_REDIS.includes(Object(ofClass).name) ? message : undefined;
}

/** Resolves like an answer when Redis refuses. */
export async function answered(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (errorTextOf(error) === undefined) throw error;
  }
}

/** Returns whether the command of this error was certainly not sent. */
export function isUnsent(error: unknown): boolean {
  return UNSENT.test(String(Object(error).message));
}

/** Rejects when the signal aborts: the library may leave the work unfinished. */
export function unlessGivenUp<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error("the connection was given up"));
    signal.addEventListener("abort", stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
  });
}

const decoder = new TextDecoder();

/**
 * Returns a reply whose integers came as texts, and whose texts as bytes. So both differ, and the library rounds no
 * integer.
 */
export function replyOf(raw: unknown): unknown {
  if (typeof raw === "string") return Number(raw);
  if (raw instanceof Uint8Array) return decoder.decode(raw);
  return Array.isArray(raw) ? raw.map(replyOf) : raw;
}
