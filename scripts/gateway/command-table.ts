// What the server itself says of its commands, and which of them a request may not use.

import { ErrorReply } from "@redis/client";
import { type Command, commandName } from "./command.ts";
import type { RedisLink } from "./redis-link.ts";
import type { Reply } from "./reply.ts";

/** They would change the state of the shared connection, turn it into something else, or end the server below it. */
const connectionBound = new Set(
  `SELECT AUTH HELLO RESET QUIT MULTI EXEC DISCARD WATCH UNWATCH MONITOR SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE
   SSUBSCRIBE SUNSUBSCRIBE ASKING READONLY READWRITE SYNC PSYNC REPLCONF REPLICAOF SLAVEOF FAILOVER SHUTDOWN DEBUG`.split(
    /\s+/,
  ),
);

/** Only these forms of CLIENT: they silence, redirect or stop the shared connection. */
const connectionBoundClient = new Set(["REPLY", "TRACKING", "CACHING", "PAUSE", "NO-TOUCH"]);

/** Redis flags them as blocking only since 7.2. */
const blockingByName = new Set(["WAIT", "WAITAOF"]);

/** Flagged as blocking, but they block only with the word BLOCK. */
const blockingByArgument = new Set(["XREAD", "XREADGROUP"]);

/** Upstash names these two as closed to a read-only token, although they only read. */
const closedToReaders = new Set(["SCAN", "KEYS"]);

interface Facts {
  readonly flags: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly subcommands: ReadonlyMap<string, Facts>;
}

export class CommandTable {
  readonly #commands: ReadonlyMap<string, Facts>;

  private constructor(commands: ReadonlyMap<string, Facts>) {
    this.#commands = commands;
  }

  static async load(link: RedisLink): Promise<CommandTable> {
    const reply = await link.send(["COMMAND"]);
    if (reply instanceof ErrorReply) throw new Error(`Redis refuses COMMAND: ${reply.message}`, { cause: reply });
    return new CommandTable(factsByName(reply));
  }

  knows(name: string): boolean {
    return this.#commands.has(name);
  }

  /** Billing leaves them out: over REST they cannot be asked for, so only the gateway sends them. */
  isConnectionBound(name: string): boolean {
    return connectionBound.has(name);
  }

  /** Why the command is refused, or undefined. An unknown command is not: Redis says it better. */
  refusal(command: Command, readOnly: boolean): string | undefined {
    const name = commandName(command);
    if (this.#isUnavailable(name, command)) {
      return `ERR Command is not available: '${name}'. See https://upstash.com/docs/redis/overall/compatibility for details`;
    }
    if (readOnly && !this.#isOpenToReaders(name, command)) {
      return `NOPERM this user has no permissions to run the '${name.toLowerCase()}' command`;
    }
    return undefined;
  }

  #isUnavailable(name: string, command: Command): boolean {
    if (connectionBound.has(name) || blockingByName.has(name)) return true;
    if (name === "CLIENT") return connectionBoundClient.has(upperCased(command)[0] ?? "");
    if (!this.#facts(command)?.flags.has("blocking")) return false;
    if (!blockingByArgument.has(name)) return true;
    // XREAD … STREAMS ends the options; a stream may well be called "BLOCK".
    const [options] = upperCased(command).join(" ").split(" STREAMS ");
    return options?.split(" ").includes("BLOCK") === true;
  }

  #isOpenToReaders(name: string, command: Command): boolean {
    const facts = this.#facts(command);
    if (facts === undefined || closedToReaders.has(name)) return false;
    return facts.flags.has("readonly") && !facts.categories.has("@dangerous");
  }

  #facts(command: Command): Facts | undefined {
    const facts = this.#commands.get(commandName(command));
    // A container (OBJECT, XINFO, SCRIPT) has no flags worth reading; its subcommands have.
    if (facts === undefined || facts.subcommands.size === 0) return facts;
    return facts.subcommands.get(`${commandName(command)}|${command[1]?.toString("latin1").toUpperCase() ?? ""}`);
  }
}

/** Entries of COMMAND: name, arity, flags, first key, last key, step, and since Redis 7 categories, tips, key specs, subcommands. */
function factsByName(entries: Reply | undefined): Map<string, Facts> {
  const commands = new Map<string, Facts>();
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (!Array.isArray(entry) || !(entry[0] instanceof Buffer)) continue;
    commands.set(entry[0].toString().toUpperCase(), {
      flags: words(entry[2]),
      categories: words(entry[6]),
      subcommands: factsByName(entry[9]),
    });
  }
  return commands;
}

function words(list: Reply | undefined): Set<string> {
  return new Set(Array.isArray(list) ? list.map(String) : []);
}

function upperCased([, ...args]: Command): string[] {
  return args.map((arg) => arg.toString("latin1").toUpperCase());
}
