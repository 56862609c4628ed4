// RESP, the protocol of Redis, in front of the same database, with the same faults, counters and witness log.
import { createServer, type Server, type Socket } from "node:net";
import { RespConnection, type RespParts } from "./resp-connection.ts";

export class RespFront {
  readonly #parts: RespParts;
  readonly #server: Server;
  readonly #connections = new Set<RespConnection>();
  #lastId = 0;

  constructor(parts: RespParts) {
    this.#parts = parts;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** Listens on loopback, and returns the port. `port` 0: any free one. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  /** The number of open channels and patterns. */
  get openStreams(): number {
    return [...this.#connections].reduce((sum, { openStreams }) => sum + openStreams, 0);
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    for (const connection of this.#connections) connection.destroy();
    await this.#server[Symbol.asyncDispose]();
  }

  #accept(socket: Socket): void {
    const { database, faults } = this.#parts;
    // While Redis is away, it would refuse the connection, too.
    if (!database.link.isReady || faults.refusesConnection()) {
      socket.on("error", () => {});
      socket.resetAndDestroy();
      return;
    }
    this.#lastId += 1;
    const connection = new RespConnection(socket, this.#lastId, this.#parts);
    this.#connections.add(connection);
    socket.once("close", () => this.#connections.delete(connection));
  }
}
