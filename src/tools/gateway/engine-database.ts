// The engine behind the gateway, in place of a redis-server. Its data end with the process.
import { ErrorReply } from "@redis/client";
import { Engine } from "../../engine/engine.ts";
import type { Database, Upstream } from "./database.ts";
import { EngineLink, LACKED } from "./engine-link.ts";
import { type Reply, resp2 } from "./reply.ts";
import { type Frame, RespFrames } from "./resp-frames.ts";

export class EngineDatabase implements Database {
  readonly link: EngineLink;
  readonly redisUrl = undefined;
  readonly moreCommands: readonly string[] = ["CONFIG GET", "CONFIG SET"];
  readonly #engine: Engine;

  /** `compares`: whether it has DELEX and SET … IFEQ, like Upstash. */
  constructor(compares: boolean) {
    this.#engine = new Engine({ compares });
    this.link = new EngineLink(this.#engine);
  }

  async upstream(): Promise<Upstream> {
    return new EngineUpstream(this.#engine);
  }
}

class EngineUpstream implements Upstream {
  readonly #engine: Engine;
  /** The functions that end the channels and the patterns, by name. */
  readonly #followed = { channel: new Map<string, () => void>(), pattern: new Map<string, () => void>() };
  readonly #frames = new RespFrames();
  #read: (frame: Frame) => void = () => {};

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Its end is always that of the gateway, or of the client. */
  listen(read: (frame: Frame) => void): void {
    this.#read = read;
  }

  send([command = Buffer.alloc(0), ...words]: readonly Buffer[]): void {
    const verb = command.toString().toLowerCase();
    const kind = verb.startsWith("p") ? "pattern" : "channel";
    const names = words.map((word) => word.toString("latin1"));
    // A step later, like the commands, so that all are executed in the order in which they were sent.
    queueMicrotask(() => {
      if (verb === "monitor") this.#send(new ErrorReply(`ERR unknown command 'MONITOR'; ${LACKED}`));
      else if (!verb.endsWith("unsubscribe")) this.#follow(verb, kind, names);
      else this.#leave(verb, kind, names.length > 0 ? names : [...this.#followed[kind].keys()]);
    });
  }

  close(): void {
    const { channel, pattern } = this.#followed;
    for (const stop of [...channel.values(), ...pattern.values()]) stop();
    channel.clear();
    pattern.clear();
    this.#read = () => {};
  }

  #follow(verb: string, kind: "channel" | "pattern", names: readonly string[]): void {
    if (names.length === 0) this.#send(new ErrorReply(`ERR wrong number of arguments for '${verb}' command`));
    for (const name of names) {
      if (!this.#followed[kind].has(name)) this.#followed[kind].set(name, this.#listenTo(name, kind));
      this.#confirm(verb, bytesOf(name));
    }
  }

  #listenTo(name: string, kind: "channel" | "pattern"): () => void {
    const isPattern = kind === "pattern";
    const start = isPattern ? ["pmessage", name] : ["message"];
    return this.#engine.follow(name, isPattern, (message, channel) =>
      this.#send([...start, channel, message].map(bytesOf)),
    );
  }

  #leave(verb: string, kind: "channel" | "pattern", names: readonly string[]): void {
    if (names.length === 0) this.#confirm(verb, null);
    for (const name of names) {
      this.#followed[kind].get(name)?.();
      this.#followed[kind].delete(name);
      this.#confirm(verb, bytesOf(name));
    }
  }

  #confirm(verb: string, name: Buffer | null): void {
    this.#send([bytesOf(verb), name, `${this.#followed.channel.size + this.#followed.pattern.size}`]);
  }

  #send(reply: Reply): void {
    for (const frame of this.#frames.add(resp2(reply))) this.#read(frame);
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "latin1");
}
