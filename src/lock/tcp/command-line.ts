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
  #current: Promise<Connected> | undefined;
  /** Those that were replaced, and have unanswered commands. */
  readonly #retired = new Set<Connected>();

  constructor(client: TcpClient) {
    this.#client = client;
  }

  /** Sends one command, once: see `CommandTransport`. */
  async send(command: readonly string[], limits: RunLimits): Promise<Answer> {
    const { passwords } = this.#client;
    let isSent = false;
    try {
      return await oneRequest(limits, passwords, async (signal) => {
        const opening = this.#open();
        const connected = await opening.catch((error: unknown) => {
          throw this.#unopened(error);
        });
        // The caller has given up: this must never be sent.
        if (signal.aborted) throw this.#unreachable(signal.reason);
        if (connected.hasEnded) throw this.#unreachable(new Error("the connection ended"));
        isSent = true;
        const onStop = (): void => {
          if (limits.signal?.aborted !== true) this.#replace(opening);
        };
        signal.addEventListener("abort", onStop);
        try {
          return { result: await connected.send(command) };
        } catch (error) {
          return this.#answerIn(error, opening);
        } finally {
          signal.removeEventListener("abort", onStop);
        }
      });
    } catch (error) {
      if (isSent || !(error instanceof OutcomeUnknownError)) throw error;
      throw neverSent(new RedisUnreachableError(`Redis was not connected within ${Math.round(limits.timeoutMs)} ms`));
    }
  }

  /** Ends the connections, and all commands on them. */
  close(): void {
    const current = this.#current;
    this.#current = undefined;
    current?.then(
      (connected) => connected.close(),
      () => {},
    );
    for (const each of this.#retired) each.close();
    this.#retired.clear();
  }

  #open(): Promise<Connected> {
    if (this.#current !== undefined) return this.#current;
    const opening: Promise<Connected> = this.#connect(() => {
      if (this.#current === opening) this.#current = undefined;
    });
    this.#current = opening;
    opening.catch(() => {
      if (this.#current === opening) this.#current = undefined;
    });
    return opening;
  }

  async #connect(onEnd: () => void): Promise<Connected> {
    if (this.#client.hasEnded()) throw new Error("the client was closed");
    const connected = new Connected();
    connected.connection = await this.#client.openForCommands(() => {
      connected.end();
      onEnd();
    });
    return connected;
  }

  /** Lets later commands take another connection. */
  #replace(opening: Promise<Connected>): void {
    if (this.#current !== opening) return;
    this.#current = undefined;
    void opening.then((connected) => {
      if (!connected.hasUnanswered) return connected.close();
      this.#retired.add(connected);
      unrefTimer(() => {
        connected.close();
        this.#retired.delete(connected);
      }, RETIRED_MS);
    });
  }

  #answerIn(error: unknown, opening: Promise<Connected>): Answer {
    const text = errorTextOf(error);
    if (text !== undefined) {
      if (ELSEWHERE.test(text)) this.#replace(opening);
      return { error: text };
    }
    if (isUnsent(error)) throw this.#unreachable(error);
    const cause = asCause(error, this.#client.passwords);
    throw new OutcomeUnknownError("the connection ended without an answer", { cause });
  }

  #unopened(error: unknown): Error {
    const text = errorTextOf(error);
    return text === undefined ? this.#unreachable(error) : refusal({ error: text }, this.#client.passwords);
  }

  #unreachable(error: unknown): RedisUnreachableError {
    const cause = asCause(error, this.#client.passwords);
    const { code, message } = Object(error);
    const why = typeof code === "string" ? code : String(message);
    return neverSent(
      new RedisUnreachableError(`Redis cannot be reached (${why}); check the client's address`, { cause }),
    );
  }
}

/** An open connection. Its commands fail with it: a library may leave them unanswered for ever. */
class Connected {
  connection: CommandConnection | undefined;
  hasEnded = false;
  readonly #unanswered = new Set<(error: Error) => void>();

  get hasUnanswered(): boolean {
    return this.#unanswered.size > 0;
  }

  send(command: readonly string[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#unanswered.add(reject);
      const answered = (): void => {
        this.#unanswered.delete(reject);
      };
      this.connection?.send(command).then(resolve, reject).finally(answered);
    });
  }

  end(): void {
    this.hasEnded = true;
    for (const reject of this.#unanswered) reject(new Error("the connection ended"));
    this.#unanswered.clear();
  }

  close(): void {
    this.connection?.close();
    this.end();
  }
}
