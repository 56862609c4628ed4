// The connection of a port for its commands. Replies come in order, so one that stalls stalls all later ones. So the
// port changes to another connection after a deadline, and after an error that only another node may cure.
import { AbortedError, isOwn, neverSent, OutcomeUnknownError, RedisUnreachableError } from "../../base/errors.ts";
import { deadline, unrefTimer } from "../../base/timers.ts";
import { asCause } from "../http/http.ts";
import type { RunLimits } from "../protocol.ts";
import { type Answer, refusal } from "../redis/script-port.ts";
import { ClientClosed, Line, OPENING_MS } from "./line.ts";
import { type CommandConnection, errorTextOf, isUnsent, type TcpClient } from "./tcp-client.ts";

// How long a connection that was replaced may still answer its earlier commands.
const RETIRED_MS = 5_000;
// The node is not the master, or not ready. A new connection asks Sentinel, or DNS, for the address again.
const ELSEWHERE = /^(READONLY|LOADING|MASTERDOWN)\b/;
const UNANSWERED = "the connection ended without an answer";

/** Sends the commands of a port, over one connection at a time. */
export class CommandLine {
  readonly #client: TcpClient;
  #current: Line<CommandConnection> | undefined;
  /** Those that were replaced, and have unanswered commands. */
  readonly #retired = new Set<Line<CommandConnection>>();

  constructor(client: TcpClient) {
    this.#client = client;
  }

  /** Sends one command, once: see `CommandTransport`. */
  async send(command: readonly string[], { timeoutMs, signal }: RunLimits): Promise<Answer> {
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const line = this.#open();
    let isSent = false;
    let fail = (_: Error): void => {};
    // One promise for each way to end without an answer, because each command pays for it.
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    // The connection may still be good. The library still has the command, and may send it: like any late request, it
    // changes nothing.
    const abort = (): void => fail(new AbortedError(signal?.reason));
    const expire = (): void => {
      if (line.isOpening) this.#replaceUnopened(line);
      else this.#replace(line);
      fail(late(isSent, timeoutMs));
    };
    // A library may never answer a command whose connection has ended.
    const end = (): void => fail(new Error("the connection ended"));
    const answered = deadline(timeoutMs, expire);
    signal?.addEventListener("abort", abort);
    line.onEnd.add(end);
    try {
      if (line.connection === undefined) await Promise.race([line.opened, failed]);
      // A caller that has given up must not send any more.
      if (signal?.aborted || line.hasEnded) await failed;
      isSent = true;
      return { result: await Promise.race([line.connection?.send(command), failed]) };
    } catch (error) {
      line.onEnd.delete(end);
      return this.#answerIn(error, line, isSent);
    } finally {
      answered();
      signal?.removeEventListener("abort", abort);
      line.onEnd.delete(end);
    }
  }

  /** Ends the connections, and all commands on them. */
  close(): void {
    for (const line of this.#retired) line.close();
    this.#retired.clear();
    this.#current?.close();
    this.#current = undefined;
  }

  #open(): Line<CommandConnection> {
    if (this.#current?.hasEnded === false) return this.#current;
    this.#current = new Line(this.#client, (...opening) => this.#client.openForCommands(...opening));
    return this.#current;
  }

  /** Lets later commands take another connection when the time of this opening is over. */
  #replaceUnopened(line: Line<CommandConnection>): void {
    unrefTimer(() => {
      if (line.connection === undefined) this.#replace(line);
    }, OPENING_MS);
  }

  /** Lets later commands take another connection. */
  #replace(line: Line<CommandConnection>): void {
    if (this.#current !== line) return;
    this.#current = undefined;
    if (line.onEnd.size === 0) {
      line.close();
      return;
    }
    this.#retired.add(line);
    unrefTimer(() => {
      line.close();
      this.#retired.delete(line);
    }, RETIRED_MS);
  }

  #answerIn(error: unknown, line: Line<CommandConnection>, isSent: boolean): Answer {
    if (isOwn(error)) throw error;
    const { passwords } = this.#client;
    if (!isSent) throw unopened(error, passwords);
    const text = errorTextOf(error);
    if (text !== undefined) {
      if (ELSEWHERE.test(text)) this.#replace(line);
      return { error: text };
    }
    if (isUnsent(error)) throw unreachable(error, passwords);
    throw new OutcomeUnknownError(UNANSWERED, { cause: asCause(error, passwords) });
  }
}

/** Returns the error of a command for which no connection was opened. */
export function unopened(error: unknown, passwords: readonly string[]): Error {
  const text = errorTextOf(error);
  return text === undefined ? unreachable(error, passwords) : refusal({ error: text }, passwords);
}

/** Returns the error of a command that was not sent: its deadline is no unknown outcome. */
export function unsent(error: unknown, { timeoutMs }: RunLimits): unknown {
  return error instanceof OutcomeUnknownError ? unconnected(timeoutMs) : error;
}

function unreachable(error: unknown, passwords: readonly string[]): RedisUnreachableError {
  const cause = asCause(error, passwords);
  const { code = cause.message } = Object(cause);
  const cure = error instanceof ClientClosed ? "make a port of a client that is open" : "check the client's address";
  return neverSent(new RedisUnreachableError(`Redis cannot be reached (${code}); ${cure}`, { cause }));
}

function unconnected(timeoutMs: number): RedisUnreachableError {
  return neverSent(new RedisUnreachableError(`Redis was not connected within ${Math.round(timeoutMs)} ms`));
}

/** Returns the error of a deadline. */
function late(isSent: boolean, timeoutMs: number): Error {
  return isSent ? new OutcomeUnknownError(`no answer within ${Math.round(timeoutMs)} ms`) : unconnected(timeoutMs);
}
