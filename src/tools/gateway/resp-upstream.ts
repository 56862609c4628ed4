// A subscriber's connection to Redis, as bytes: channels and messages pass unchanged, with the counts of Redis.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { ErrorReply } from "@redis/client";
import type { Upstream } from "./database.ts";
import { FIRST_CONNECT_MS, RedisAway } from "./redis-link.ts";
import { resp2 } from "./reply.ts";
import { type Frame, RespFrames } from "./resp-frames.ts";

export class RespUpstream implements Upstream {
  readonly #socket: Socket;
  readonly #frames = new RespFrames();
  #read: (frame: Frame) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setKeepAlive(true);
    socket.setTimeout(FIRST_CONNECT_MS, () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      for (const frame of this.#frames.add(chunk)) this.#read(frame);
    });
    socket.on("error", () => {}); // "close" follows
  }

  /** Connects and logs in. Rejects with `RedisAway`. */
  static async open(url: string): Promise<RespUpstream> {
    const { protocol, hostname: host, port, username, password } = new URL(url);
    // The brackets of an IPv6 address are no part of it.
    const place = { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port === "" ? 6379 : port) };
    const upstream = new RespUpstream(protocol === "rediss:" ? connectTls(place) : connect(place));
    const login = [username, password].filter((word) => word !== "").map(decodeURIComponent);
    try {
      // Unlike PING, neither is billed.
      const reply = await upstream.#ask(login.length === 0 ? ["SELECT", "0"] : ["AUTH", ...login]);
      if (reply.startsWith("-")) throw new ErrorReply(reply.slice(1));
      upstream.#socket.setTimeout(0);
      return upstream;
    } catch (cause) {
      upstream.close();
      throw new RedisAway(cause);
    }
  }

  listen(read: (frame: Frame) => void, ended: () => void): void {
    this.#read = read;
    this.#socket.once("close", ended);
  }

  send(words: readonly Buffer[]): void {
    this.#socket.write(resp2([...words]));
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  #ask(words: readonly string[]): Promise<string> {
    this.send(words.map((word) => Buffer.from(word)));
    return new Promise((resolve, reject) => {
      this.#read = ({ words }) => resolve(String(words[0]));
      this.#socket.once("close", () => reject(new Error("the connection to Redis ended")));
    });
  }
}
