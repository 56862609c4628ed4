// Executes every command on the engine, and answers the few that only a server of its own has.
import { setImmediate as nextTurn } from "node:timers/promises";
import { ErrorReply } from "@redis/client";
import { nowMs } from "../../base/clock.ts";
import type { Engine } from "../../engine/engine.ts";
import { fromBytes } from "../../engine/keyspace/byte-text.ts";
import { type Reply as EngineReply, RedisError, Status } from "../../engine/keyspace/reply.ts";
import type { Command } from "./command.ts";
import type { Link } from "./database.ts";
import { descriptions } from "./engine-commands.ts";
import { RedisAway } from "./redis-link.ts";
import type { Reply } from "./reply.ts";

/** Ends the error of whatever only a real server has. */
export const LACKED = "the engine lacks it: use --redis";

/** Less than any Redis uses. */
const FULL_BYTES = 500_000;

/** After so long, the other events of this process have their turn: connections, and signals that end it. */
const TURN_MS = 50;

interface Transaction {
  readonly commands: string[][];
  isRefused: boolean;
}

export class EngineLink implements Link {
  readonly #engine: Engine;
  #transaction: Transaction | undefined;
  /** Settles when the commands that were sent so far are executed. */
  #executed: Promise<unknown> = Promise.resolve();
  #turnAtMs = 0;
  #isClosed = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get isReady(): boolean {
    return !this.#isClosed;
  }

  send(command: Command | readonly [string, ...string[]]): Promise<Reply> {
    // A step later, after the commands that were sent before, because a caller notes the time when it has sent one.
    const reply = this.#executed.then(() => this.#executeOne(command));
    this.#executed = reply.catch(() => {});
    return reply;
  }

  async #executeOne(command: Command | readonly [string, ...string[]]): Promise<Reply> {
    await this.#turn();
    const words = command.map((word) => (typeof word === "string" ? word : word.toString("latin1")));
    const name = words[0]?.toUpperCase();
    if (name === "MULTI") {
      this.#transaction = { commands: [], isRefused: false };
      return "OK";
    }
    if (name === "EXEC") return this.#execute();
    return this.#transaction === undefined ? this.#run(words) : this.#queue(words, this.#transaction);
  }

  close(): void {
    this.#isClosed = true;
  }

  #queue(words: string[], transaction: Transaction): Reply {
    if (this.#canRun(words)) {
      transaction.commands.push(words);
      return "QUEUED";
    }
    transaction.isRefused = true;
    return this.#run(words);
  }

  /** Lets other events have their turn if commands took long. Throws if one of them closed this link. */
  async #turn(): Promise<void> {
    if (nowMs() - this.#turnAtMs > TURN_MS) {
      await nextTurn();
      this.#turnAtMs = nowMs();
    }
    if (this.#isClosed) throw new RedisAway("the gateway has ended");
  }

  async #execute(): Promise<Reply> {
    const { commands, isRefused } = this.#transaction ?? { commands: [], isRefused: false };
    this.#transaction = undefined;
    if (isRefused) return new ErrorReply("EXECABORT Transaction discarded because of previous errors.");
    const replies: Reply[] = [];
    for (const words of commands) {
      await this.#turn();
      replies.push(this.#run(words));
    }
    return replies;
  }

  /** Returns whether there is such a command with so many words, and memory for it. If not, it only gives its error. */
  #canRun(words: readonly string[]): boolean {
    const [name = "", second] = words.slice(0, 2).map((word) => word.toUpperCase());
    if (name === "COMMAND" || (name === "CONFIG" && second === "SET")) return true;
    const found = this.#engine.table.get(name);
    const command = found?.subcommands === undefined || second === undefined ? found : found.subcommands[second];
    if (command === undefined) return false;
    const { arity, effect } = command;
    if (effect === "grows" && this.#engine.isFull) return false;
    return arity > 0 ? words.length === arity : words.length >= -arity;
  }

  #run(words: readonly string[]): Reply {
    // A command may have a million words.
    const [name, second] = words.slice(0, 2).map((word) => word.toUpperCase());
    if (name === "COMMAND" && words.length === 1) return descriptions(this.#engine.table);
    if (name === "HELLO") return hello();
    if (name === "CONFIG" && second === "SET") return this.#configure(words);
    try {
      return reply(this.#engine.command(words));
    } catch (error) {
      if (error instanceof RedisError) return errorReply(error);
      throw error;
    }
  }

  /** The engine does not measure its memory: it is full or not. */
  #configure([, , option = "", value = "", ...more]: readonly string[]): Reply {
    if (option.toLowerCase() !== "maxmemory" || more.length > 0) {
      return new ErrorReply(
        `ERR Unknown option or number of arguments for CONFIG SET - '${fromBytes(option)}'; ${LACKED}`,
      );
    }
    if (!/^\d{1,6}$/.test(value) || Number(value) > FULL_BYTES) {
      return new ErrorReply("ERR the engine does not measure its memory: maxmemory 1 makes it full, and 0 ends that");
    }
    this.#engine.isFull = Number(value) > 0;
    return "OK";
  }
}

function reply(value: EngineReply): Reply {
  if (value === null) return null;
  if (typeof value === "string") return Buffer.from(value, "latin1");
  if (value instanceof Status) return fromBytes(value.text);
  if (value instanceof RedisError) return errorReply(value);
  return Array.isArray(value) ? value.map(reply) : `${value}`;
}

function errorReply({ message }: RedisError): ErrorReply {
  const text = fromBytes(message);
  return new ErrorReply(/^ERR unknown (?:sub|Redis )?command/i.test(text) ? `${text.trimEnd()}; ${LACKED}` : text);
}

function hello(): Reply {
  const texts = { server: "redis", version: "7.0.15", proto: 2, id: 0, mode: "standalone", role: "master" };
  const members = Object.entries(texts).flatMap(([name, value]) => [
    Buffer.from(name),
    typeof value === "number" ? `${value}` : Buffer.from(value),
  ]);
  return [...members, Buffer.from("modules"), []];
}
