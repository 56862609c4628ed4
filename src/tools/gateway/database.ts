// The database behind the gateway: a Redis, or the engine in this process.
import type { Engine } from "../../engine/engine.ts";
import type { Command } from "./command.ts";
import type { Reply } from "./reply.ts";
import type { Frame } from "./resp-frames.ts";

/** Executes commands in the order in which they are sent, and replies in that order. */
export interface Link {
  /** False: a command would reject with `RedisAway`. */
  readonly isReady: boolean;
  /** An error reply is a value, not a rejection. Rejects with `RedisAway` or `ReplyLost`. */
  send(command: Command | readonly [string, ...string[]]): Promise<Reply>;
  close(): void;
}

export interface Subscription {
  readonly name: "SUBSCRIBE" | "PSUBSCRIBE" | "MONITOR";
  readonly channels: readonly string[];
}

/** The messages of one stream over HTTP, each as the line that Upstash sends. */
export interface Source {
  /** False: it gets no more messages. */
  readonly isReady: boolean;
  /** Resolves when all channels are confirmed. Rejects with an `ErrorReply` when they are refused. */
  open(subscription: Subscription, tell: (line: string) => void): Promise<void>;
  close(): void;
}

/** The channels of one connection of RESP, in the bytes of Redis, with its counts. */
export interface Upstream {
  /** From now on, the first gets each message, and the second is called at the end unless `close` was called. */
  listen(read: (frame: Frame) => void, ended: () => void): void;
  send(words: readonly Buffer[]): void;
  close(): void;
}

export interface Database {
  readonly link: Link;
  /** The address of Redis, for users of its access control list. Undefined: it has no such users. */
  readonly redisUrl: string | undefined;
  /** Undefined: it is a server of its own. */
  readonly engine: Engine | undefined;
  /** Commands that it takes beyond those of Upstash, such as "CONFIG SET". */
  readonly moreCommands: readonly string[];
  /**
   * @param redisUrl the address with the login of a user. Undefined: that of the gateway
   * @param ended called when the connection of the stream ends
   */
  source(redisUrl: string | undefined, ended: () => void): Source;
  /** `redisUrl`: as for `source`. Rejects with `RedisAway`. */
  upstream(redisUrl: string | undefined): Promise<Upstream>;
}
