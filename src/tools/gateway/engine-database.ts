// The engine behind the gateway, in place of a redis-server. Its data end with the process.
import { ErrorReply } from "@redis/client";
import { Engine } from "../../engine/engine.ts";
import { fromBytes, toBytes } from "../../engine/keyspace/byte-text.ts";
import type { Database, Source, Subscription, Upstream } from "./database.ts";
import { EngineLink, LACKED } from "./engine-link.ts";
import { resp2 } from "./reply.ts";
import type { Frame } from "./resp-frames.ts";

export class EngineDatabase implements Database {
  readonly link: EngineLink;
  readonly redisUrl = undefined;
  readonly moreCommands: readonly string[] = ["CONFIG GET", "CONFIG SET"];
  readonly engine: Engine;

  /** `compares`: whether it has DELEX and SET … IFEQ, like Upstash. */
  constructor(compares: boolean) {
    this.engine = new Engine({ compares });
    this.link = new EngineLink(this.engine);
  }

  source(): Source {
    return new EngineSource(this.engine);
  }

  async upstream(): Promise<Upstream> {
    return new EngineUpstream(this.engine);
  }
}

class EngineSource implements Source {
  readonly isReady = true;
  readonly #engine: Engine;
  readonly #stops: (() => void)[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async open({ name, channels }: Subscription, tell: (line: string) => void): Promise<void> {
    if (name === "MONITOR") throw new ErrorReply(`ERR unknown command 'MONITOR'; ${LACKED}`);
    const isPattern = name === "PSUBSCRIBE";
    for (const followed of new Set(channels)) {
      const start = isPattern ? `pmessage,${followed}` : "message";
      const stop = this.#engine.follow(toBytes(followed), isPattern, (message, channel) =>
        tell(`${start},${fromBytes(channel)},${fromBytes(message)}`),
      );
      this.#stops.push(stop);
    }
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}

class EngineUpstream implements Upstream {
  readonly #engine: Engine;
  /** The functions that end the channels and the patterns, by name. */
  readonly #followed = { channel: new Map<string, () => void>(), pattern: new Map<string, () => void>() };
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
      if (!verb.endsWith("unsubscribe")) this.#follow(verb, kind, names);
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
    if (names.length === 0) {
      const bytes = resp2(new ErrorReply(`ERR wrong number of arguments for '${verb}' command`));
      this.#read({ bytes, words: [bytes] });
    }
    for (const name of names) {
      if (!this.#followed[kind].has(name)) this.#followed[kind].set(name, this.#listenTo(name, kind));
      this.#confirm(verb, name);
    }
  }

  #listenTo(name: string, kind: "channel" | "pattern"): () => void {
    const isPattern = kind === "pattern";
    const start = isPattern ? ["pmessage", name] : ["message"];
    return this.#engine.follow(name, isPattern, (message, channel) => this.#tell([...start, channel, message]));
  }

  #leave(verb: string, kind: "channel" | "pattern", names: readonly string[]): void {
    if (names.length === 0) this.#confirm(verb, null);
    for (const name of names) {
      this.#followed[kind].get(name)?.();
      this.#followed[kind].delete(name);
      this.#confirm(verb, name);
    }
  }

  #confirm(verb: string, name: string | null): void {
    this.#tell([verb, name], this.#followed.channel.size + this.#followed.pattern.size);
  }

  #tell(texts: readonly (string | null)[], count?: number): void {
    const words = texts.map((text) => (text === null ? null : Buffer.from(text, "latin1")));
    const bytes = resp2(count === undefined ? words : [...words, `${count}`]);
    this.#read({ bytes, words: words.map((word) => word ?? Buffer.alloc(0)) });
  }
}
