import { OwnRedis } from "../model/own-redis.ts";
import type { Connection } from "../model/real.ts";

/** A Redis of its own, which knows our scripts. It is started when the first mutant of its kind is judged. */
export class LazyRedis {
  #started: Promise<{ redis: OwnRedis; connection: Connection }> | undefined;

  /** Returns one connection, always the same. */
  async connection(): Promise<Connection> {
    this.#started ??= OwnRedis.start().then(async (redis) => ({ redis, connection: await redis.connect() }));
    return (await this.#started).connection;
  }

  async stop(): Promise<void> {
    await (await this.#started)?.redis[Symbol.asyncDispose]();
  }
}
