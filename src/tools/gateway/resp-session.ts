// The login of a connection of RESP, and the commands that concern the connection alone. No fault acts on them, and no
// counter counts them, because HTTP has no such requests.
import { ErrorReply } from "@redis/client";
import type { Access, Tokens } from "./auth.ts";
import { noPermission } from "./command-table.ts";
import type { Link } from "./database.ts";
import type { Protocol, Reply } from "./reply.ts";

/** Gives the reply when it is the command's turn. */
type Answering = () => Reply | Promise<Reply>;

/** They answer without a login. */
const OPEN = new Set("AUTH HELLO RESET QUIT".split(" "));
const OF_CONNECTION = new Set([...OPEN, ..."CLIENT SELECT PING INFO UNSUBSCRIBE PUNSUBSCRIBE".split(" ")]);

/** Whether HTTP has no request for this command, so that no counter counts it. */
export function isOfConnection(name: string): boolean {
  return OF_CONNECTION.has(name);
}

const wrongPassword = new ErrorReply("WRONGPASS invalid username-password pair or user is disabled.");
const syntaxError = new ErrorReply("ERR syntax error");
const PROTOCOLS: Readonly<Record<string, Protocol>> = { 2: "resp2", 3: "resp3" };
const noVersion = new ErrorReply("ERR Protocol version is not an integer or out of range");
const NAME = /^[!-~]*$/;
const wrongName = new ErrorReply("ERR Client names cannot contain spaces, newlines or special characters.");
const unknownProtocol = new ErrorReply("NOPROTO unsupported protocol version");
const noLogin = new ErrorReply("NOAUTH Authentication required.");
const helloWithoutLogin = new ErrorReply(
  "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time",
);

export class RespSession {
  readonly #tokens: Tokens;
  readonly #link: Link;
  readonly #id: number;
  #name = Buffer.alloc(0);
  #access: Access | undefined;
  #protocol: Protocol = "resp2";

  constructor(tokens: Tokens, link: Link, id: number) {
    this.#tokens = tokens;
    this.#link = link;
    this.#id = id;
  }

  /** Undefined: the client has not logged in. */
  get access(): Access | undefined {
    return this.#access;
  }

  /** The protocol of replies and messages. */
  get protocol(): Protocol {
    return this.#protocol;
  }

  /** Returns the reply to any other command than those of a login, before that. */
  refusal(name: string): ErrorReply | undefined {
    return this.#access === undefined && !OPEN.has(name) ? noLogin : undefined;
  }

  /**
   * Returns undefined if the command is a request to Redis. A login counts from now on: the commands behind it are read
   * at once. A protocol counts from its answer on.
   */
  answerTo(name: string, args: readonly Buffer[]): Answering | undefined {
    if (name === "AUTH") return always(this.#auth(args));
    if (name === "HELLO") return this.#hello(args);
    if (name === "SELECT") return always(select(args));
    if (name === "INFO") return this.#info(args);
    if (name === "CLIENT") return this.#client(args);
    if (name !== "RESET") return undefined;
    this.#access = undefined;
    return () => {
      this.#protocol = "resp2";
      return "RESET";
    };
  }

  #auth(args: readonly Buffer[]): Reply {
    const [first, second] = args.map(String);
    if (first === undefined) return wrongNumber("auth");
    if (args.length > 2) return syntaxError;
    return this.#login(second === undefined ? "default" : first, second ?? first) ? "OK" : wrongPassword;
  }

  #login(user: string, password: string): boolean {
    const access = this.#tokens.accessOfPassword(user, password);
    this.#access = access ?? this.#access;
    return access !== undefined;
  }

  #hello(args: readonly Buffer[]): Answering {
    const [version, ...options] = args.map(String);
    if (version !== undefined && !isInt64(version)) return always(noVersion);
    if (version !== undefined && PROTOCOLS[version] === undefined) return always(unknownProtocol);
    while (options.length > 0) {
      const [option = "", first, second] = options;
      const word = option.toUpperCase();
      if (word === "AUTH" && first !== undefined && second !== undefined) {
        if (!this.#login(first, second)) return always(wrongPassword);
        options.splice(0, 3);
      } else if (word === "SETNAME" && first !== undefined) {
        if (!NAME.test(first)) return always(wrongName);
        this.#name = Buffer.from(first);
        options.splice(0, 2);
      } else return always(new ErrorReply(`ERR Syntax error in HELLO option '${option}'`));
    }
    if (this.#access === undefined) return always(helloWithoutLogin);
    return async () => {
      this.#protocol = PROTOCOLS[version ?? ""] ?? this.#protocol;
      const own = { id: `${this.#id}`, proto: this.#protocol === "resp3" ? "3" : "2" };
      return withMembers(await this.#link.send(["HELLO"]), own);
    };
  }

  #info(sections: readonly Buffer[]): Answering {
    const access = this.#access;
    if (access === "read-only") return always(new ErrorReply(noPermission("INFO")));
    const link = typeof access === "object" ? access.link : this.#link;
    return () => link.send([Buffer.from("INFO"), ...sections]);
  }

  #client([first, ...args]: readonly Buffer[]): Answering | undefined {
    const subcommand = first?.toString().toUpperCase() ?? "";
    if (subcommand === "ID") return always(`${this.#id}`);
    if (subcommand === "GETNAME") return always(this.#name.length === 0 ? null : this.#name);
    if (!["SETNAME", "SETINFO", "NO-EVICT", "NO-TOUCH"].includes(subcommand)) return undefined;
    const [name] = args;
    if (name === undefined) return always(wrongNumber(`client|${subcommand.toLowerCase()}`));
    if (subcommand !== "SETNAME") return always("OK");
    if (!NAME.test(name.toString("latin1"))) return always(wrongName);
    this.#name = Buffer.from(name);
    return always("OK");
  }
}

export function wrongNumber(command: string): ErrorReply {
  return new ErrorReply(`ERR wrong number of arguments for '${command}' command`);
}

/** As Redis reads integers. */
function isInt64(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function always(reply: Reply): Answering {
  return () => reply;
}

/** Upstash has one database. */
function select([index, ...more]: readonly Buffer[]): Reply {
  if (index === undefined || more.length > 0) return wrongNumber("select");
  return index.toString() === "0" ? "OK" : new ErrorReply("ERR DB index is out of range");
}

/** The client has a connection of its own, and not that of the gateway. */
function withMembers(hello: Reply, own: Readonly<Record<string, string>>): Reply {
  if (!Array.isArray(hello)) return hello;
  return hello.map((value, index) => (index % 2 === 0 ? value : (own[String(hello[index - 1])] ?? value)));
}
