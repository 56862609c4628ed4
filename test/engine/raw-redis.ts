// A connection to a real Redis that shows replies as they are on the wire, and replies of the engine in the same form:
// "$text", "+status", "-error", ":integer", null and lists. Clients round large integers, and hide statuses.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Engine } from "../../src/engine/engine.ts";
import { RedisError, type Reply, Status } from "../../src/engine/keyspace/reply.ts";

/** A reply with the sign of its type; texts are byte texts. */
export type Wire = string | null | Wire[];

export class RawRedis {
  /** Gets each message of a channel that this connection follows: the words of the server. */
  onMessage: ((words: readonly Wire[]) => void) | undefined;
  readonly #socket: Socket;
  readonly #waiting: ((reply: Wire) => void)[] = [];
  #received = "";
  #at = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1").setNoDelay(true);
    socket.on("data", (chunk) => this.#read(String(chunk)));
    // A server that crashed answers nothing more.
    socket.on("close", () => {
      for (const answer of this.#waiting.splice(0)) answer("-closed");
    });
  }

  /** `url`: with the password of the default user. */
  static async connect(url: string): Promise<RawRedis> {
    const { port, hostname, password } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const redis = new RawRedis(socket);
    await redis.command(["AUTH", password]);
    return redis;
  }

  command(words: readonly string[]): Promise<Wire> {
    const parts = words.map((word) => `$${word.length}\r\n${word}\r\n`);
    this.#socket.write(`*${words.length}\r\n${parts.join("")}`, "latin1");
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received = this.#received.slice(this.#at) + chunk;
    this.#at = 0;
    while (this.#at < this.#received.length) {
      const from = this.#at;
      const reply = this.#reply();
      if (reply === undefined) {
        this.#at = from;
        return;
      }
      if (this.onMessage !== undefined && isMessage(reply)) this.onMessage(reply);
      else this.#waiting.shift()?.(reply);
    }
  }

  /** Returns the next reply; undefined: it has not arrived yet. */
  #reply(): Wire | undefined {
    const end = this.#received.indexOf("\r\n", this.#at);
    if (end < 0) return undefined;
    const line = this.#received.slice(this.#at, end);
    const count = Number(line.slice(1));
    this.#at = end + 2;
    if (line.startsWith("$")) return count < 0 ? null : this.#bulk(count);
    if (!line.startsWith("*")) return line;
    if (count < 0) return null;
    const items: Wire[] = [];
    while (items.length < count) {
      const item = this.#reply();
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }

  #bulk(length: number): Wire | undefined {
    const end = this.#at + length;
    if (this.#received.length < end + 2) return undefined;
    const text = this.#received.slice(this.#at, end);
    this.#at = end + 2;
    return `$${text}`;
  }
}

function isMessage(reply: Wire): reply is Wire[] {
  return Array.isArray(reply) && (reply[0] === "$message" || reply[0] === "$pmessage");
}

/** Runs a command on the engine, and returns its reply as it would be on the wire. */
export function wireOf(engine: Engine, words: readonly string[]): Wire {
  try {
    return wire(engine.command(words));
  } catch (error) {
    if (error instanceof RedisError) return `-${error.message}`;
    throw error;
  }
}

function wire(reply: Reply): Wire {
  if (reply === null) return null;
  if (typeof reply === "string") return `$${reply}`;
  if (reply instanceof Status) return `+${reply.text}`;
  if (reply instanceof RedisError) return `-${reply.message}`;
  return Array.isArray(reply) ? reply.map(wire) : `:${reply}`;
}

/** Returns a reply as clients show it: texts and numbers. Throws the message of an error. */
export function plain(reply: Wire): unknown {
  if (reply === null) return null;
  if (Array.isArray(reply)) return reply.map(plain);
  const text = Buffer.from(reply.slice(1), "latin1").toString();
  if (reply.startsWith("-")) throw new Error(text);
  return reply.startsWith(":") ? Number(text) : text;
}
