// The page in a user's application, and viewers of it.
import { Hono } from "hono";
import { createDashboard, type DashboardOptions } from "../../src/service/dashboard/index.ts";

export const TOKEN = "canary-page-token-of-enough-characters";
export const ORIGIN = "https://locks.example";

/** Mounts the page at a path, in an application that handles errors and unknown paths itself. */
export function applicationWithPage(
  options: Partial<DashboardOptions> & Pick<DashboardOptions, "locks">,
  path = "/page",
): Hono {
  const app = new Hono();
  app.onError((_, c) => c.text("the application's own error", 500));
  app.notFound((c) => c.text("the application's own page", 404));
  // Also options that should not compile.
  app.route(path, Reflect.apply(createDashboard, undefined, [Object({ token: TOKEN, ...options })]));
  return app;
}

/** A browser, as far as the server sees it: it keeps a cookie, and tells the origin of a form. */
export class Viewer {
  cookie = "";
  readonly #app: Hono;
  readonly #path: string;

  constructor(app: Hono, path = "/page") {
    this.#app = app;
    this.#path = path;
  }

  /** Asks for the page, with a query such as "?lock=a". */
  see(query = ""): Promise<Response> {
    return this.#ask(query, {});
  }

  /** Asks as the page's script does. */
  live(query = ""): Promise<Response> {
    return this.#ask(`/live${query}`, {});
  }

  /** Sends a form. `headers`: more of them, or others. */
  async send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.#ask(`/${path}`, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN, ...headers },
    });
    const set = response.headers.get("set-cookie");
    if (set !== null) this.cookie = set.split(";")[0] ?? "";
    return response;
  }

  /** Signs in, and returns itself. */
  async signedIn(): Promise<this> {
    await this.send("session", { token: TOKEN });
    return this;
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie !== "") headers.set("cookie", this.cookie);
    return this.#app.request(`${ORIGIN}${this.#path}${path}`, { ...init, headers });
  }
}
