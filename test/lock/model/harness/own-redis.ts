// A server for the walks of one model.

import * as generated from "../../../../src/lock/lua/generated.ts";
import { type Server, startServer } from "../../../support/server.ts";
import { type Connection, connect, load } from "../real.ts";
import { fullFirst } from "./full-first.ts";

export class OwnRedis implements AsyncDisposable {
  readonly #server: Server;
  readonly #connections: Connection[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Resolves when it runs and knows our scripts. */
  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await startServer());
    await load(await redis.connect(), Object.values(generated));
    return redis;
  }

  /** Ends with the server. */
  async connect(): Promise<Connection> {
    const connection = fullFirst(await connect(this.#server.url));
    this.#connections.push(connection);
    return connection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.#connections) connection.destroy();
    await this.#server.stop();
  }
}
