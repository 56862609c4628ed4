// The connection of a port for its commands. Replies come in order, so one that stalls stalls all later ones. So the
// port changes to another connection after a deadline, and after an error that only another node may cure.
import { neverSent, OutcomeUnknownError, RedisUnreachableError } from "../../base/errors.ts";
import { unrefTimer } from "../../base/timers.ts";
import { asCause, oneRequest } from "../http/http.ts";
import type { RunLimits } from "../protocol.ts";
import { type Answer, refusal } from "../redis/script-port.ts";
import { type CommandConnection, errorTextOf, isUnsent, type TcpClient } from "./tcp-client.ts";

// How long a connection that was replaced may still answer its earlier commands.
const RETIRED_MS = 5_000;
// The node is not the master, or not ready. A new connection asks Sentinel, or DNS, for the address again.
const ELSEWHERE = /^(READONLY|LOADING|MASTERDOWN)\b/;

/** Sends the commands of a port, over one connection at a time. */
export class CommandLine {
  readonly #client: TcpClient;
  #current: Line | undefined;
  /** Those that were replaced, and have unanswered commands. */
  readonly #retired = new Set<Line>();

  constructor(client: TcpClient) {
    this.#client = client;
  }

  /** Sends one command, once: see `CommandTransport`. */
  async send(command: readonly string[], limits: RunLimits): Promise<Answer> {
    let isSent = false;
    try {
      return await oneRequest(limits, this.#client.passwords, async (signal) => {
        const line = this.#open();
        // At the caller's own abort, the connection may still be good.
        const onStop = (): void => {
          if (limits.signal?.aborted !== true) this.#replace(line);
        };
        signal.addEventListener("abort", onStop);
        try {
          await line.opened.catch((error: unknown) => {
            throw unopened(error, this.#client.passwords);
          });
          // A caller that has given up must not send any more.
          if (signal.aborted || line.hasEnded) {
            throw unreachable(new Error("the connection ended"), this.#client.passwords);
          }
          isSent = true;
          return { result: await line.send(command) };
        } catch (error) {
          if (!isSent) throw error;
          return this.#answerIn(error, line);
        } finally {
          signal.removeEventListener("abort", onStop);
        }
      });
    } catch (error) {
      throw isSent ? error : unsent(error, limits);
    }
  }

  /** Ends the connections, and all commands on them. */
  close(): void {
    for (const line of this.#retired) line.close();
    this.#retired.clear();
    this.#current?.close();
    this.#current = undefined;
  }

  #open(): Line {
    if (this.#current?.hasEnded === false) return this.#current;
    this.#current = new Line(this.#client);
    return this.#current;
  }

  /** Lets later commands take another connection. */
  #replace(line: Line): void {
    if (this.#current !== line) return;
    this.#current = undefined;
    if (!line.hasUnanswered) {
      line.close();
      return;
    }
    this.#retired.add(line);
    unrefTimer(() => {
      line.close();
      this.#retired.delete(line);
    }, RETIRED_MS);
  }

  #answerIn(error: unknown, line: Line): Answer {
    const text = errorTextOf(error);
    if (text !== undefined) {
      if (ELSEWHERE.test(text)) this.#replace(line);
      return { error: text };
    }
    if (isUnsent(error)) throw unreachable(error, this.#client.passwords);
    const cause = asCause(error, this.#client.passwords);
    throw new OutcomeUnknownError("the connection ended without an answer", { cause });
  }
}

/** Returns the error of a command for which no connection was opened. */
export function unopened(error: unknown, passwords: readonly string[]): Error {
  const text = errorTextOf(error);
  return text === undefined ? unreachable(error, passwords) : refusal({ error: text }, passwords);
}

function unreachable(error: unknown, passwords: readonly string[]): RedisUnreachableError {
  const cause = asCause(error, passwords);
  const { code = cause.message } = Object(cause);
  return neverSent(
    new RedisUnreachableError(`Redis cannot be reached (${code}); check the client's address`, { cause }),
  );
}

/** Returns the error of a command that was not sent: its deadline is no unknown outcome. */
export function unsent(error: unknown, { timeoutMs }: RunLimits): unknown {
  if (!(error instanceof OutcomeUnknownError)) return error;
  return neverSent(new RedisUnreachableError(`Redis was not connected within ${Math.round(timeoutMs)} ms`));
}

/** One connection, from its opening to its end. Its commands fail with it: a library may never answer them. */
class Line {
  readonly opened: Promise<void>;
  hasEnded = false;
  readonly #over = new AbortController();
  readonly #unanswered = new Set<(error: Error) => void>();
  #connection: CommandConnection | undefined;

  constructor(client: TcpClient) {
    this.opened = this.#open(client);
    this.opened.catch(() => this.#end());
  }

  get hasUnanswered(): boolean {
    return this.#unanswered.size > 0;
  }

  async send(command: readonly string[]): Promise<unknown> {
    let fail = (_: Error): void => {};
    const ended = new Promise<never>((_, reject) => {
      fail = reject;
    });
    this.#unanswered.add(fail);
    try {
      return await Promise.race([this.#connection?.send(command), ended]);
    } finally {
      this.#unanswered.delete(fail);
    }
  }

  /** Ends it, also while it is being opened. */
  close(): void {
    this.#over.abort();
    this.#connection?.close();
    this.#end();
  }

  async #open(client: TcpClient): Promise<void> {
    if (client.hasEnded()) throw new Error("the client was closed");
    this.#connection = await client.openForCommands(() => this.#end(), this.#over.signal);
  }

  #end(): void {
    this.hasEnded = true;
    for (const reject of this.#unanswered) reject(new Error("the connection ended"));
    this.#unanswered.clear();
  }
}
