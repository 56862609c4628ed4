import { OwnRedis } from "../model/harness/own-redis.ts";
import type { Connection } from "../model/real.ts";

/** A Redis of its own with our scripts, started for the first mutant of its kind. */
export class LazyRedis {
  #started: Promise<{ redis: OwnRedis; connection: Connection }> | undefined;

  /** Returns the same connection each time. */
  async connection(): Promise<Connection> {
    this.#started ??= OwnRedis.start().then(async (redis) => ({ redis, connection: await redis.connect() }));
    return (await this.#started).connection;
  }

  async stop(): Promise<void> {
    await (await this.#started)?.redis[Symbol.asyncDispose]();
  }
}
