// The database behind the gateway: a Redis, or the engine in this process.
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

/** The channels of one client, or MONITOR, in the bytes of Redis, with its counts. */
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
  /** Commands that it takes beyond those of Upstash, such as "CONFIG SET". */
  readonly moreCommands: readonly string[];
  /**
   * Rejects with `RedisAway`.
   * @param redisUrl the address with the login of a user. Undefined: that of the gateway
   */
  upstream(redisUrl: string | undefined): Promise<Upstream>;
}
