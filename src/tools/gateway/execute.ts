// Runs the commands of a request and formats the reply as Upstash does.
import { ErrorReply } from "@redis/client";
import { epochNowMs } from "../../base/clock.ts";
import type { AclUsers } from "./auth.ts";
import { type Command, commandName, forRedis } from "./command.ts";
import type { CommandTable } from "./command-table.ts";
import { comparison, executedBeside } from "./comparisons.ts";
import type { Counters } from "./counters.ts";
import type { Link } from "./database.ts";
import type { KeyLocking } from "./key-locking.ts";
import { RedisAway, ReplyLost } from "./redis-link.ts";
import { type Format, jsonResult, type Protocol, type Reply, resp2, witnessValue } from "./reply.ts";
import { respReply } from "./resp3.ts";
import type { Outcome, Witness } from "./witness.ts";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Execution {
  readonly request: number;
  readonly readOnly: boolean;
  readonly format: Format;
  /** It came over TCP, not over REST. */
  readonly overTcp?: true;
  /** The connection of a user of Redis' access control list. Replies have no order across connections. */
  readonly link: Link | undefined;
  /** "duplicate": a copy, whose reply is dropped. */
  readonly faulted: string | undefined;
}

interface ExecutorParts {
  readonly link: Link;
  readonly table: CommandTable;
  readonly counters: Counters;
  readonly witness: Witness;
  /** Undefined: Redis itself gets the flag of key-level locking, and refuses the script. */
  readonly keyLocking: KeyLocking | undefined;
  /** Whether the gateway compares for a Redis that cannot. */
  readonly compares: boolean;
  readonly aclUsers: AclUsers;
}

export class Executor {
  readonly #link: Link;
  readonly #table: CommandTable;
  readonly #counters: Counters;
  readonly #witness: Witness;
  readonly #keyLocking: KeyLocking | undefined;
  readonly #compares: boolean;
  readonly #aclUsers: AclUsers;

  constructor({ link, table, counters, witness, keyLocking, compares, aclUsers }: ExecutorParts) {
    this.#link = link;
    this.#compares = compares;
    this.#aclUsers = aclUsers;
    this.#table = table;
    this.#counters = counters;
    this.#witness = witness;
    this.#keyLocking = keyLocking;
  }

  async command(command: Command, execution: Execution): Promise<Answer> {
    const reply = await this.#run(command, execution);
    const status = reply instanceof ErrorReply ? 400 : 200;
    const { format } = execution;
    return { status, body: isProtocol(format) ? respReply(command, reply, format) : result(reply, format) };
  }

  /** Not atomic, by contract; a failed command does not stop later ones. */
  async pipeline(commands: readonly Command[], execution: Execution): Promise<Answer> {
    const running = commands.map(async (command) => ({ command, reply: await this.#run(command, execution) }));
    const replies = await Promise.all(running);
    const { format } = execution;
    // Upstash does not document resp2 for pipelines. Here, the replies come one after the other, as from Redis.
    if (isProtocol(format)) {
      const bytes = replies.map(({ command, reply }) => respReply(command, reply, format));
      return { status: 200, body: Buffer.concat(bytes) };
    }
    return { status: 200, body: replies.map(({ reply }) => result(reply, format)) };
  }

  /**
   * Returns why a transaction does not take a command over TCP. Undefined: it takes the command. "runs": the server
   * replies the reason.
   */
  refusalToQueue(command: Command, execution: Pick<Execution, "readOnly">): ErrorReply | "runs" | undefined {
    const refusal = this.#table.refusal(command, { ...execution, overTcp: true });
    if (refusal !== undefined) return new ErrorReply(refusal);
    return this.#table.takes(this.#translated(command)) ? undefined : "runs";
  }

  async multiExec(commands: readonly Command[], execution: Execution): Promise<Answer> {
    const { format, overTcp, link = this.#link } = execution;
    if (isProtocol(format) && overTcp === undefined) {
      return failure(400, "ERR the response format resp2 is not available for /multi-exec");
    }
    for (const command of commands) this.#count(command, execution);
    const refusal = commands
      .map((command) => this.#table.refusal(command, execution))
      .find((text) => text !== undefined);
    if (refusal !== undefined) return failure(400, refusal);
    // Sent within one tick, so nothing of another request comes between MULTI and EXEC.
    const multi = link.send(["MULTI"]);
    const queued = commands.map((command) => this.#send(command, link));
    const exec = this.#recorded(link.send(["EXEC"]), commands, execution, (reply) => {
      return Array.isArray(reply) ? reply : []; // discarded, so nothing was executed
    });
    const [reply, ...acknowledged] = await Promise.all([exec, multi, ...queued]);
    if (!Array.isArray(reply)) {
      const cause = acknowledged.find((item) => item instanceof ErrorReply) ?? reply;
      const reason = cause instanceof ErrorReply ? cause.message : "EXEC";
      const message = `EXECABORT Transaction discarded because of: ${reason}`;
      return isProtocol(format) ? { status: 400, body: resp2(new ErrorReply(message)) } : failure(400, message);
    }
    if (isProtocol(format)) return { status: 200, body: repliesInOrder(commands, reply, format) };
    return { status: 200, body: reply.map((item) => result(item, format)) };
  }

  async #run(command: Command, execution: Execution): Promise<Reply> {
    this.#count(command, execution);
    const refusal = this.#table.refusal(command, execution);
    if (refusal !== undefined) return new ErrorReply(refusal);
    if (commandName(command) === "ACL") return this.#aclUsers.tokenOf(command.slice(2));
    const sent = this.#send(command, execution.link ?? this.#link);
    const reply = await this.#recorded(sent, [command], execution, (reply) => [reply]);
    return this.#keyLocking === undefined ? reply : this.#keyLocking.fromRedis(command, reply);
  }

  #send(command: Command, link: Link): Promise<Reply> {
    const translated = this.#translated(command);
    return link.send(this.#keyLocking === undefined ? translated : this.#keyLocking.forRedis(translated));
  }

  #translated(command: Command): Command {
    return this.#comparison(command) ?? forRedis(command);
  }

  #comparison(command: Command): Command | undefined {
    return this.#compares ? comparison(command) : undefined;
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
    const sent = { request, faulted, sentAtMs: epochNowMs() };
    return reply.then(
      (reply) => {
        for (const [index, item] of repliesIn(reply).entries()) {
          const command = commands[index];
          if (command === undefined) continue;
          this.#witness.record(sent, command, outcomeOf(item));
          if (this.#comparison(command) !== undefined) this.#counters.addUnbilled(executedBeside(item));
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

/** Returns the reply to EXEC. */
function repliesInOrder(commands: readonly Command[], replies: readonly Reply[], protocol: Protocol): Buffer {
  const written = commands.map((command, at) => respReply(command, replies[at] ?? null, protocol));
  return Buffer.concat([Buffer.from(`*${written.length}\r\n`), ...written]);
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

function isProtocol(format: Format): format is Protocol {
  return format === "resp2" || format === "resp3";
}

function result(reply: Reply, encoding: Exclude<Format, Protocol>): unknown {
  return reply instanceof ErrorReply ? { error: reply.message } : { result: jsonResult(reply, encoding) };
}

function outcomeOf(reply: Reply): Outcome {
  return reply instanceof ErrorReply ? { error: reply.message } : { reply: witnessValue(reply) };
}
