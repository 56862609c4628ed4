// Replies in RESP3. The connection to Redis speaks RESP2, so that the types of RESP3 are known by the command.
import { type Command, commandName, upperCased } from "./command.ts";
import { type Protocol, type Reply, resp2, resp2Reply } from "./reply.ts";

export const NIL = "_\r\n";

type Writer = (reply: Reply) => Buffer;

/** Returns a reply to this command in the bytes of Redis, but for what a script of RESP3 (`redis.setresp`) returns. */
export function respReply(command: Command, reply: Reply, protocol: Protocol): Buffer {
  return protocol === "resp3" ? resp3Reply(command, reply) : resp2Reply(command, reply);
}

function resp3Reply(command: Command, reply: Reply): Buffer {
  const words = command.map(upperCased);
  const name = commandName(command);
  const find = writers[`${name} ${words[1] ?? ""}`] ?? writers[name];
  return (find?.(words) ?? plain)(reply);
}

/** Returns a message to a subscriber, or the confirmation of a channel, from that of RESP2. */
export function respPush(frame: Buffer, protocol: Protocol): Buffer {
  if (protocol === "resp2" || frame[0] !== LIST) return frame;
  const text = frame.toString("latin1").replace(/^\*(\d+\r\n\$\d+\r\np?unsubscribe\r\n)\$-1\r\n/, `*$1${NIL}`);
  return Buffer.from(`>${text.slice(1)}`, "latin1");
}

const LIST = "*".charCodeAt(0);

function plain(reply: Reply): Buffer {
  return resp2(reply, NIL);
}

/** Writes a list by the function for lists; any other reply, such as an error, is plain. */
function ofList(write: (items: readonly Reply[]) => Buffer): Writer {
  return (reply) => (Array.isArray(reply) ? write(reply) : plain(reply));
}

/** Writes each item by the writer of its place. `share`: so many items count as one. */
function aggregate(sign: string, writerAt: (index: number, items: readonly Reply[]) => Writer, share = 1): Writer {
  return ofList((items) => {
    const parts = items.map((item, index) => writerAt(index, items)(item));
    return Buffer.concat([Buffer.from(`${sign}${items.length / share}\r\n`), ...parts]);
  });
}

function list(item: Writer): Writer {
  return aggregate("*", () => item);
}

/** Each item has a writer of its own. */
function tuple(...own: readonly Writer[]): Writer {
  return aggregate("*", (index) => own[index] ?? plain);
}

function setOf(item: Writer): Writer {
  return aggregate("~", () => item);
}

const set = setOf(plain);

/** Writes names and values in turn as a map. */
function map(value: Writer | Readonly<Record<string, Writer>> = plain): Writer {
  const writerOf = (name: Reply | undefined): Writer =>
    typeof value === "function" ? value : (value[String(name)] ?? plain);
  return aggregate("%", (index, items) => (index % 2 === 0 ? plain : writerOf(items[index - 1])), 2);
}

/** Writes a flat list as a list of pairs. */
function pairs(second: Writer): Writer {
  const write = list(tuple(plain, second));
  return ofList((items) =>
    write(Array.from({ length: items.length / 2 }, (_, index) => items.slice(2 * index, 2 * index + 2))),
  );
}

/** Writes a list of pairs as a map. */
const streams: Writer = ofList((items) => map()(items.flat(1)));

const double: Writer = (reply) => (Buffer.isBuffer(reply) ? Buffer.from(`,${reply}\r\n`) : plain(reply));

const verbatim: Writer = (reply) => {
  if (!Buffer.isBuffer(reply)) return plain(reply);
  return Buffer.concat([Buffer.from(`=${reply.length + 4}\r\ntxt:`), reply, Buffer.from("\r\n")]);
};

type Find = (words: readonly string[]) => Writer;

function always(writer: Writer): Find {
  return () => writer;
}

const scores = pairs(double);

/** With this option, at this place or behind it. */
function withOption(option: string, from: number, writer: Writer): Find {
  return (words) => (words.indexOf(option, from) < 0 ? plain : writer);
}

/** The options of a command with a number of keys follow the keys. */
function behindKeys(option: string, writer: Writer): Find {
  return (words) => withOption(option, 2 + Number(words[1]), writer)(words);
}

function longerThan(words: number, longer: Writer, shorter: Writer = plain): Find {
  return ({ length }) => (length > words ? longer : shorter);
}

const coordinates = list(double);

/** Each place is a list, in which only the coordinates are a list. */
function withCoordinates(from: number): Find {
  return withOption("WITHCOORD", from, list(list(coordinates)));
}

const entries = always(map());
const flags = { flags: set };
const keySearch = map({ spec: map() });
const keySpecifications = setOf(map({ ...flags, begin_search: keySearch, find_keys: keySearch }));

function command(reply: Reply): Buffer {
  const facts = [plain, plain, set, plain, plain, plain, set, set];
  return tuple(...facts, keySpecifications, subcommands)(reply);
}

/** Redis sends an empty set, or a list. */
function subcommands(reply: Reply): Buffer {
  return (Array.isArray(reply) && reply.length === 0 ? set : list(command))(reply);
}

function commandPage(reply: Reply): Buffer {
  const parts = { arguments: list(commandArgument), doc_flags: set, history: set, subcommands: map(commandPage) };
  return map(parts)(reply);
}

function commandArgument(reply: Reply): Buffer {
  return map({ arguments: list(commandArgument), flags: set })(reply);
}

/** Functions by library. */
const libraries = list(map({ functions: list(map(flags)) }));

const writers: Readonly<Record<string, Find>> = {
  "CLIENT INFO": always(verbatim),
  "CLIENT LIST": always(verbatim),
  COMMAND: longerThan(1, plain, list(command)),
  "COMMAND DOCS": always(map(commandPage)),
  "COMMAND GETKEYSANDFLAGS": always(list(tuple(plain, set))),
  "COMMAND INFO": always(list(command)),
  "CONFIG GET": entries,
  "FUNCTION LIST": always(libraries),
  "FUNCTION STATS": always(map({ engines: map(map()) })),
  GEOPOS: always(list(coordinates)),
  GEORADIUS: withCoordinates(5),
  GEORADIUSBYMEMBER: withCoordinates(4),
  GEORADIUSBYMEMBER_RO: withCoordinates(4),
  GEORADIUS_RO: withCoordinates(5),
  GEOSEARCH: withCoordinates(2),
  HELLO: entries,
  HGETALL: entries,
  HRANDFIELD: longerThan(3, pairs(plain)),
  INFO: always(verbatim),
  SDIFF: always(set),
  SINTER: always(set),
  SMEMBERS: always(set),
  SPOP: longerThan(2, set),
  SUNION: always(set),
  "XINFO CONSUMERS": always(list(map())),
  "XINFO GROUPS": always(list(map())),
  "XINFO STREAM": longerThan(3, map({ groups: list(map({ consumers: list(map()) })) }), map()),
  XREAD: always(streams),
  XREADGROUP: always(streams),
  ZADD: withOption("INCR", 2, double),
  ZDIFF: behindKeys("WITHSCORES", scores),
  ZINCRBY: always(double),
  ZINTER: behindKeys("WITHSCORES", scores),
  ZMPOP: always(tuple(plain, list(tuple(plain, double)))),
  ZMSCORE: always(list(double)),
  ZPOPMAX: longerThan(2, scores, tuple(plain, double)),
  ZPOPMIN: longerThan(2, scores, tuple(plain, double)),
  ZRANDMEMBER: longerThan(3, scores),
  ZRANGE: withOption("WITHSCORES", 4, scores),
  ZRANGEBYSCORE: withOption("WITHSCORES", 4, scores),
  ZRANK: longerThan(3, tuple(plain, double)),
  ZREVRANGE: withOption("WITHSCORES", 4, scores),
  ZREVRANGEBYSCORE: withOption("WITHSCORES", 4, scores),
  ZREVRANK: longerThan(3, tuple(plain, double)),
  ZSCORE: always(double),
  ZUNION: behindKeys("WITHSCORES", scores),
};
