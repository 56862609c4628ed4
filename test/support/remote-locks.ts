// The locks of a client, seen through a lock API of their own: over a socket, and by createRemoteLocks.
import { once } from "node:events";
import { type ServerType, serve } from "@hono/node-server";
import { Hono } from "hono";
import { createLocks, type Locks, type LocksOptions } from "../../src/index.ts";
import { createLockApi } from "../../src/service/api/index.ts";
import { createRemoteLocks } from "../../src/service/remote/index.ts";
import { TOKEN } from "./lock-api.ts";
import { seenThrough } from "./seen-through.ts";

/** Serves many lock APIs on one port, each under a path of its own. */
export class RemoteStage {
  readonly #apis = new Map<string, Hono>();
  readonly #server: ServerType;
  readonly #url: string;

  private constructor(server: ServerType, url: string, apis: Map<string, Hono>) {
    this.#server = server;
    this.#url = url;
    this.#apis = apis;
  }

  static start(): Promise<RemoteStage> {
    const apis = new Map<string, Hono>();
    const respond = (request: Request): Response | Promise<Response> => {
      const [, id = ""] = new URL(request.url).pathname.split("/");
      return apis.get(id)?.fetch(request) ?? new Response("no such API", { status: 404 });
    };
    return new Promise((resolve) => {
      const server = serve({ fetch: respond, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
        resolve(new RemoteStage(server, `http://127.0.0.1:${port}`, apis)),
      );
    });
  }

  /** Serves these locks. Returns the address of their API. */
  serve(locks: Locks, token: string = TOKEN): string {
    const id = String(this.#apis.size);
    const app = new Hono();
    app.route(`/${id}`, createLockApi({ locks, token, forceRelease: true }));
    this.#apis.set(id, app);
    return `${this.#url}/${id}`;
  }

  /** Makes locks as a user of their API sees them. */
  createLocks({ onEvent, ...options }: LocksOptions): Locks {
    const locks = createLocks(options);
    return seenThrough(createRemoteLocks({ url: this.serve(locks), token: TOKEN, onEvent }), locks);
  }

  async stop(): Promise<void> {
    const ended = once(this.#server, "close");
    this.#server.close();
    if ("closeAllConnections" in this.#server) this.#server.closeAllConnections();
    await ended;
  }
}

/** Asks the API at this address for a capability token, with its root token. */
export async function capabilityTokenOf(
  url: string,
  allowed: { readonly principal: string; readonly names: readonly string[]; readonly verbs: readonly string[] },
): Promise<string> {
  const response = await fetch(`${url}/-/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ ...allowed, lifeMs: 600_000 }),
  });
  return (await response.json()).token;
}
