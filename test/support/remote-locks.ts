// The locks of a client, seen through a lock API of their own: over a socket, and by createRemoteLocks.
import { Hono } from "hono";
import { createLocks, type Locks, type LocksOptions } from "../../src/index.ts";
import { createLockApi } from "../../src/service/api/index.ts";
import { createRemoteLocks } from "../../src/service/remote/index.ts";
import { TOKEN } from "./lock-api.ts";
import { seenThrough } from "./seen-through.ts";
import { type Served, served } from "./served.ts";

/** Serves many lock APIs at one origin, each under a path of its own. */
export class RemoteStage {
  readonly #apis: Map<string, Hono>;
  readonly #origin: string;
  readonly #stop: () => Promise<void>;

  private constructor(apis: Map<string, Hono>, { origin, stop }: Served) {
    this.#apis = apis;
    this.#origin = origin;
    this.#stop = stop;
  }

  static async start(): Promise<RemoteStage> {
    const apis = new Map<string, Hono>();
    const respond = (request: Request): Response | Promise<Response> => {
      const [, id = ""] = new URL(request.url).pathname.split("/");
      return apis.get(id)?.fetch(request) ?? new Response("no such API", { status: 404 });
    };
    return new RemoteStage(apis, await served(respond));
  }

  /** Serves these locks. Returns the address of their API. */
  serve(locks: Locks, token: string = TOKEN): string {
    const id = String(this.#apis.size);
    const app = new Hono();
    app.route(`/${id}`, createLockApi({ locks, token, forceRelease: true }));
    this.#apis.set(id, app);
    return `${this.#origin}/${id}`;
  }

  /** Makes locks as a user of their API sees them. */
  createLocks({ onEvent, ...options }: LocksOptions): Locks {
    const locks = createLocks(options);
    return seenThrough(createRemoteLocks({ url: this.serve(locks), token: TOKEN, onEvent }), locks);
  }

  stop(): Promise<void> {
    return this.#stop();
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
