// Runs the commands of a request and formats the reply as Upstash does.

import { ErrorReply } from "@redis/client";
import type { Command } from "./command.ts";
import type { CommandTable } from "./command-table.ts";
import type { Counters } from "./counters.ts";
import { forRedis } from "./dialect.ts";
import type { FaultName } from "./fault-rules.ts";
import type { KeyLocking } from "./key-locking.ts";
import { RedisAway, type RedisLink, ReplyLost } from "./redis-link.ts";
import { type Encoding, jsonResult, type Reply, witnessValue } from "./reply.ts";
import type { Outcome, Witness } from "./witness.ts";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Execution {
  readonly request: number;
  readonly readOnly: boolean;
  readonly encoding: Encoding;
  /** "duplicate": a copy, whose reply is dropped. */
  readonly faulted: FaultName | undefined;
}

export class Executor {
  readonly #link: RedisLink;
  readonly #table: CommandTable;
  readonly #counters: Counters;
  readonly #witness: Witness;
  readonly #keyLocking: KeyLocking | undefined;

  /** @param keyLocking undefined: Redis itself gets the flag of key-level locking, and refuses it */
  constructor(link: RedisLink, table: CommandTable, counters: Counters, witness: Witness, keyLocking?: KeyLocking) {
    this.#link = link;
    this.#table = table;
    this.#counters = counters;
    this.#witness = witness;
    this.#keyLocking = keyLocking;
  }

  async command(command: Command, execution: Execution): Promise<Answer> {
    const reply = await this.#run(command, execution);
    return { status: reply instanceof ErrorReply ? 400 : 200, body: result(reply, execution.encoding) };
  }

  /** Not atomic, by contract; a failed command does not stop later ones. */
  async pipeline(commands: readonly Command[], execution: Execution): Promise<Answer> {
    const replies = await Promise.all(commands.map((command) => this.#run(command, execution)));
    return { status: 200, body: replies.map((reply) => result(reply, execution.encoding)) };
  }

  async multiExec(commands: readonly Command[], execution: Execution): Promise<Answer> {
    for (const command of commands) this.#count(command, execution);
    const refusal = commands
      .map((command) => this.#table.refusal(command, execution.readOnly))
      .find((text) => text !== undefined);
    if (refusal !== undefined) return failure(400, refusal);
    // Sent within one tick, so nothing of another request comes between MULTI and EXEC.
    const multi = this.#link.send(["MULTI"]);
    const queued = commands.map((command) => this.#send(command));
    const exec = this.#recorded(this.#link.send(["EXEC"]), commands, execution, (reply) => {
      return Array.isArray(reply) ? reply : []; // discarded, so nothing was executed
    });
    const [reply, ...acknowledged] = await Promise.all([exec, multi, ...queued]);
    if (!Array.isArray(reply)) {
      const cause = acknowledged.find((item) => item instanceof ErrorReply) ?? reply;
      const reason = cause instanceof ErrorReply ? cause.message : "EXEC";
      return failure(400, `EXECABORT Transaction discarded because of: ${reason}`);
    }
    return { status: 200, body: reply.map((item) => result(item, execution.encoding)) };
  }

  async #run(command: Command, execution: Execution): Promise<Reply> {
    this.#count(command, execution);
    const refusal = this.#table.refusal(command, execution.readOnly);
    if (refusal !== undefined) return new ErrorReply(refusal);
    const reply = await this.#recorded(this.#send(command), [command], execution, (reply) => [reply]);
    return this.#keyLocking === undefined ? reply : this.#keyLocking.fromRedis(command, reply);
  }

  #send(command: Command): Promise<Reply> {
    const translated = forRedis(command);
    return this.#link.send(this.#keyLocking === undefined ? translated : this.#keyLocking.forRedis(translated));
  }

  #count(command: Command, { faulted }: Execution): void {
    if (faulted === "duplicate") this.#counters.addCopy(command);
    else this.#counters.addCommand(command);
  }

  /**
   * Logs the commands of a reply synchronously with its arrival. One step later, the next reply could already be
   * logged, and the log would no longer be in order of execution.
   */
  #recorded(
    reply: Promise<Reply>,
    commands: readonly Command[],
    { request, faulted }: Execution,
    repliesIn: (reply: Reply) => readonly Reply[],
  ): Promise<Reply> {
    const sent = { request, faulted, sentAtMs: Date.now() };
    return reply.then(
      (reply) => {
        for (const [index, item] of repliesIn(reply).entries()) {
          const command = commands[index];
          if (command !== undefined) this.#witness.record(sent, command, outcomeOf(item));
        }
        return reply;
      },
      (error: unknown) => {
        if (error instanceof ReplyLost) {
          for (const command of commands) this.#witness.record(sent, command, { unknown: true });
        }
        throw error;
      },
    );
  }
}

export function failure(status: number, message: string): Answer {
  return { status, body: { error: message } };
}

/** 503: certainly not executed. 502: perhaps. */
export function answerToLostRedis(error: unknown): Answer {
  if (error instanceof RedisAway) return failure(503, error.message);
  if (error instanceof ReplyLost) return failure(502, error.message);
  throw error;
}

function result(reply: Reply, encoding: Encoding): unknown {
  return reply instanceof ErrorReply ? { error: reply.message } : { result: jsonResult(reply, encoding) };
}

function outcomeOf(reply: Reply): Outcome {
  return reply instanceof ErrorReply ? { error: reply.message } : { reply: witnessValue(reply) };
}
