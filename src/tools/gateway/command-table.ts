// The server's own description of its commands, and the ones that a request may not use.
import { ErrorReply } from "@redis/client";
import { type Command, commandName, upperCased } from "./command.ts";
import type { Link } from "./database.ts";
import type { Reply } from "./reply.ts";

// The permitted commands: those that Upstash documents at https://upstash.com/docs/redis/commands/overview (read in
// November 2026). The server behind the gateway answers for the ones that it lacks, such as DELEX before Redis 8.4.
// Three groups are missing. AUTH, HELLO, QUIT, RESET, SELECT, MULTI, EXEC, DISCARD, WATCH, UNWATCH and the
// subscriptions change the one connection of all requests: the RESP front answers most of them. The other subcommands of
// ACL, CONFIG GET and CONFIG SET would open the server itself. Blocking commands are listed, and refused by the server's
// own description of them.

/** With all of their subcommands. */
const commands = `
  BITCOUNT BITFIELD BITFIELD_RO BITOP BITPOS GETBIT SETBIT
  ECHO PING
  FCALL FCALL_RO
  COPY DEL DUMP EXISTS EXPIRE EXPIREAT EXPIRETIME KEYS PERSIST PEXPIRE PEXPIREAT PEXPIRETIME PTTL RANDOMKEY RENAME
  RENAMENX RESTORE SCAN TOUCH TTL TYPE UNLINK
  GEOADD GEODIST GEOHASH GEOPOS GEORADIUS GEORADIUS_RO GEORADIUSBYMEMBER GEORADIUSBYMEMBER_RO GEOSEARCH GEOSEARCHSTORE
  HDEL HEXISTS HEXPIRE HEXPIREAT HEXPIRETIME HGET HGETALL HGETDEL HGETEX HINCRBY HINCRBYFLOAT HKEYS HLEN HMGET HMSET
  HPERSIST HPEXPIRE HPEXPIREAT HPEXPIRETIME HPTTL HRANDFIELD HSCAN HSET HSETEX HSETNX HSTRLEN HTTL HVALS
  PFADD PFCOUNT PFMERGE
  JSON.ARRAPPEND JSON.ARRINDEX JSON.ARRINSERT JSON.ARRLEN JSON.ARRPOP JSON.ARRTRIM JSON.CLEAR JSON.DEL JSON.FORGET
  JSON.GET JSON.MERGE JSON.MGET JSON.MSET JSON.NUMINCRBY JSON.NUMMULTBY JSON.OBJKEYS JSON.OBJLEN JSON.RESP JSON.SET
  JSON.STRAPPEND JSON.STRLEN JSON.TOGGLE JSON.TYPE
  BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH LINDEX LINSERT LLEN LMOVE LMPOP LPOP LPOS LPUSH LPUSHX LRANGE LREM LSET LTRIM
  RPOP RPOPLPUSH RPUSH RPUSHX
  PUBLISH PUBSUB
  EVAL EVAL_RO EVALSHA EVALSHA_RO
  COMMAND DBSIZE FLUSHALL FLUSHDB INFO TIME
  SADD SCARD SDIFF SDIFFSTORE SINTER SINTERCARD SINTERSTORE SISMEMBER SMEMBERS SMISMEMBER SMOVE SPOP SRANDMEMBER SREM
  SSCAN SUNION SUNIONSTORE
  BZMPOP BZPOPMAX BZPOPMIN ZADD ZCARD ZCOUNT ZDIFF ZDIFFSTORE ZINCRBY ZINTER ZINTERCARD ZINTERSTORE ZLEXCOUNT ZMPOP
  ZMSCORE ZPOPMAX ZPOPMIN ZRANDMEMBER ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZRANGESTORE ZRANK ZREM ZREMRANGEBYLEX
  ZREMRANGEBYRANK ZREMRANGEBYSCORE ZREVRANGE ZREVRANGEBYLEX ZREVRANGEBYSCORE ZREVRANK ZSCAN ZSCORE ZUNION ZUNIONSTORE
  XACK XACKDEL XADD XAUTOCLAIM XCLAIM XDEL XDELEX XGROUP XLEN XPENDING
  XRANGE XREAD XREADGROUP XREVRANGE XTRIM
  APPEND DECR DECRBY DELEX DIGEST GET GETDEL GETEX GETRANGE GETSET INCR INCRBY INCRBYFLOAT MGET MSET MSETNX PSETEX SET SETEX SETNX
  SETRANGE STRLEN
`;

const subcommands = [
  "ACL RESTTOKEN",
  ...["CLIENT GETNAME", "CLIENT ID", "CLIENT INFO", "CLIENT LIST", "CLIENT SETINFO", "CLIENT SETNAME"],
  ...["FUNCTION DELETE", "FUNCTION FLUSH", "FUNCTION KILL", "FUNCTION LIST", "FUNCTION LOAD", "FUNCTION STATS"],
  "MEMORY USAGE",
  ...["SCRIPT EXISTS", "SCRIPT FLUSH", "SCRIPT LOAD"],
  ...["XINFO CONSUMERS", "XINFO GROUPS", "XINFO STREAM"],
];

/** REST has a path of its own for some of these commands, and none for the others. */
const specialCommands: ReadonlySet<string> = new Set(
  `AUTH MULTI EXEC DISCARD WATCH UNWATCH HELLO RESET SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE MONITOR`.split(" "),
);

/** In upper case; a subcommand as "XINFO STREAM". */
const upstashCommands: ReadonlySet<string> = new Set([...commands.trim().split(/\s+/), ...subcommands]);

/** Sent by the gateway itself, to open a connection, a transaction or a stream, or by the server's administrator. */
const connectionBound = new Set(
  `SELECT AUTH HELLO RESET QUIT MULTI EXEC DISCARD WATCH UNWATCH MONITOR SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE
   SSUBSCRIBE SUNSUBSCRIBE ASKING READONLY READWRITE SYNC PSYNC REPLCONF REPLICAOF SLAVEOF FAILOVER SHUTDOWN DEBUG`.split(
    /\s+/,
  ),
);

/** Flagged as blocking, but they block only with the word BLOCK. */
const blockingByArgument = new Set(["XREAD", "XREADGROUP"]);

/** Upstash closes these two to a read-only token, although they only read. */
const closedToReaders = new Set(["SCAN", "KEYS"]);

/** An error quotes no more of an unknown command than Redis does. */
const maxNameLength = 128;

interface Facts {
  /** The number of words with the name. If it is negative, the least number. */
  readonly arity: number;
  readonly flags: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly subcommands: ReadonlyMap<string, Facts>;
}

export class CommandTable {
  readonly #commands: ReadonlyMap<string, Facts>;
  readonly #permitted: ReadonlySet<string>;

  private constructor(commands: ReadonlyMap<string, Facts>, more: readonly string[]) {
    this.#commands = commands;
    this.#permitted = new Set([...upstashCommands, ...more]);
  }

  /** `more`: commands that are permitted beyond those of Upstash. */
  static async load(link: Link, more: readonly string[]): Promise<CommandTable> {
    const reply = await link.send(["COMMAND"]);
    if (reply instanceof ErrorReply) throw new Error(`Redis refuses COMMAND: ${reply.message}`, { cause: reply });
    return new CommandTable(factsByName(reply), more);
  }

  knows(name: string): boolean {
    return this.#commands.has(name);
  }

  /** Whether the server has such a command with so many words. If not, it would only reply an error. */
  takes(command: Command): boolean {
    const arity = this.#factsOf(command)?.arity;
    if (arity === undefined) return false;
    return arity < 0 ? command.length >= -arity : command.length === arity;
  }

  /** Not billed, because they cannot be requested over REST. */
  isConnectionBound(name: string): boolean {
    return connectionBound.has(name);
  }

  /**
   * Returns the reason why the command is refused, or undefined. Upstash words it alike for unavailable and for unknown
   * commands.
   */
  refusal(
    command: Command,
    { readOnly, overTcp }: { readonly readOnly: boolean; readonly overTcp?: true },
  ): string | undefined {
    const name = commandName(command);
    if (specialCommands.has(name)) return overTcp ? notServed(name) : notInRest(name);
    if (!this.#isPermitted(command) || this.#blocks(command)) {
      const hasSubcommands = (this.#commands.get(name)?.subcommands.size ?? 0) > 0;
      const full = (hasSubcommands ? withSubcommand(command) : name).slice(0, maxNameLength);
      return overTcp ? notServed(full) : notAvailable(full);
    }
    return readOnly && !this.#isOpenToReaders(command) ? noPermission(name) : undefined;
  }

  #isPermitted(command: Command): boolean {
    return this.#permitted.has(commandName(command)) || this.#permitted.has(withSubcommand(command));
  }

  #blocks(command: Command): boolean {
    if (!this.#factsOf(command)?.flags.has("blocking")) return false;
    if (!blockingByArgument.has(commandName(command))) return true;
    // XREAD … STREAMS ends the options; a stream may well be called "BLOCK".
    const words = command.map(upperCased);
    const end = words.indexOf("STREAMS");
    return words.slice(0, end < 0 ? undefined : end).includes("BLOCK");
  }

  #isOpenToReaders(command: Command): boolean {
    const facts = this.#factsOf(command);
    if (facts === undefined || closedToReaders.has(commandName(command))) return false;
    return facts.flags.has("readonly") && !facts.categories.has("@dangerous");
  }

  #factsOf(command: Command): Facts | undefined {
    const facts = this.#commands.get(commandName(command));
    // A container (XINFO, SCRIPT) has no useful flags; its subcommands have.
    if (facts === undefined || facts.subcommands.size === 0) return facts;
    return facts.subcommands.get(withSubcommand(command).replace(" ", "|"));
  }
}

function notInRest(name: string): string {
  return `ERR Command "${name}" is not allowed in REST or it has a special context path`;
}

function notAvailable(name: string): string {
  return `ERR Command is not available: '${name}'. See https://upstash.com/docs/redis/overall/rediscompatibility for details`;
}

/** Upstash has no such limit over TCP: the words are ours. */
function notServed(name: string): string {
  return `ERR '${name}' is not served here, where TCP has the commands of Upstash's REST API: use a Redis itself`;
}

/** Returns the refusal of a command that a token may not use. */
export function noPermission(name: string): string {
  return `NOPERM this user has no permissions to run the '${name.toLowerCase()}' command or its subcommand`;
}

function withSubcommand(command: Command): string {
  const [, first] = command;
  return first === undefined ? commandName(command) : `${commandName(command)} ${upperCased(first)}`;
}

/**
 * Entries of COMMAND: name, arity, flags, first key, last key, step, and since Redis 7 categories, tips, key specs,
 * subcommands.
 */
function factsByName(entries: Reply | undefined): Map<string, Facts> {
  const commands = new Map<string, Facts>();
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (!Array.isArray(entry) || !(entry[0] instanceof Buffer)) continue;
    commands.set(entry[0].toString().toUpperCase(), {
      arity: Number(entry[1]),
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
