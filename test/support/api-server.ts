// The lock API behind a socket, at the path of the deployed Worker.
import { once } from "node:events";
import { type ServerType, serve } from "@hono/node-server";
import { Hono } from "hono";
import { createLockApi, type LockApiOptions } from "../../src/service/api/index.ts";
import { TOKEN } from "./lock-api.ts";

/** Serves lock APIs until `stop`. */
export class ApiServers {
  readonly #servers: ServerType[] = [];

  /** Resolves with the address, without the path. Any path below /redirect redirects. */
  listen(options: Pick<LockApiOptions, "locks" | "forceRelease" | "rateLimit">): Promise<string> {
    const app = new Hono();
    app.route("/v1/locks", createLockApi({ token: TOKEN, ...options }));
    app.get("/redirect/*", (c) => c.redirect("/v1/locks"));
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      );
      this.#servers.push(server);
    });
  }

  async stop(): Promise<void> {
    const ended = this.#servers.map((server) => once(server, "close"));
    for (const server of this.#servers) {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
    }
    await Promise.all(ended);
  }
}
