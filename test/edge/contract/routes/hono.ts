// leasehound/hono with a real Hono application: the contract of all routes, plus the parts of Hono alone.
import { type Context, type ExecutionContext, Hono } from "hono";
import { timeout } from "hono/timeout";
import { describe, expect, it } from "vitest";
import { type LockRouteOptions, lockRoute, locksFromEnv } from "../../../../src/edge/hono/index.ts";
import type { Held, LockBusyError } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { gate } from "../../../support/gate.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type InEnvironment, routeContract, thrown } from "./routes.ts";

/** A request to an application; `platform` provides `waitUntil`. */
export interface HonoArrival {
  readonly path: string;
  readonly method: string;
  readonly signal?: AbortSignal | undefined;
  readonly bindings: Record<string, string>;
  readonly platform: ExecutionContext | undefined;
}

/** Sends the request to the application. */
export type Reach = (app: Hono, arrival: HonoArrival) => Promise<Response>;

const inProcess: Reach = async (app, { path, method, signal, bindings, platform }) =>
  app.fetch(new Request(`http://localhost${path}`, { method, ...(signal && { signal }) }), bindings, platform);

export function honoContract(redis: Endpoint, inEnvironment: InEnvironment, reach: Reach = inProcess): void {
  const isFree = (name: string): Promise<unknown> =>
    eventually(async () => !(await createLocks({ redis }).lock(name).isLocked()));

  /** An application whose routes are locked. */
  function application(
    options: LockRouteOptions<[c: Context]>,
    handler: (c: Context<{ Variables: { lock: Held } }>) => Response | Promise<Response>,
  ): Hono {
    const app = new Hono();
    app.onError(thrown);
    app.all("/:id?", lockRoute(options), handler);
    return app;
  }

  /** Asks without a platform's context. */
  function ask(app: Hono, method: string, path: string, bindings: Record<string, string> = {}): Promise<Response> {
    return reach(app, { path, method, bindings, platform: undefined });
  }

  routeContract(redis, {
    lockRoute,
    alone({ name, onBusy, ...options }, handler) {
      const functions = {
        name: typeof name === "string" ? name : (c: Context) => name(c.req.path),
        ...(onBusy && { onBusy: (c: Context, error: LockBusyError) => onBusy(c.req.path, error) }),
      };
      const app = application({ ...options, ...functions }, (c) => handler(c.var.lock));
      return ({ path, method, signal, platform }) => {
        const context = platform && {
          waitUntil: (promise: Promise<unknown>) => platform.waitUntil(promise),
          passThroughOnException: () => {},
          props: {},
        };
        return reach(app, { path, method, signal, bindings: {}, platform: context });
      };
    },
  });

  describe("lockRoute of Hono", () => {
    it("refuses locksFromEnv without its parentheses when the route is made", () => {
      const call = (): unknown => Reflect.apply(lockRoute, undefined, [{ locks: locksFromEnv, name: "n" }, () => {}]);
      expect(call).toThrow('"locks" must be called: write locksFromEnv()');
    });

    it("provides the hold as c.var.lock, and the name from the context", async () => {
      const id = uniqueName();
      const options = { locks: createLocks({ redis }), name: (c: Context) => `orders:${c.req.param("id")}` };
      const app = application(options, (c) => c.text(c.var.lock.name));
      expect(await (await ask(app, "POST", `/${id}`)).text()).toBe(`orders:${id}`);
    });

    it("keeps the headers that were set before", async () => {
      const name = uniqueName();
      const locks = createLocks({ redis });
      await using _holder = await locks.lock(name).acquire();
      const app = new Hono();
      app.use(async (c, next) => {
        c.header("x-version", "7");
        await next();
      });
      app.post("/", lockRoute({ locks, name, waitMs: 0 }), (c) => c.text("never"));
      const response = await ask(app, "POST", "/");
      expect([response.status, response.headers.get("x-version")]).toEqual([423, "7"]);
    });

    it.each(["at once", "after the handler"])(
      "leaves the answer of a timeout in front alone, read %s",
      async (when) => {
        const name = uniqueName();
        const [handler, released] = [gate(), gate()];
        const errors: unknown[] = [];
        const app = new Hono();
        app.onError((error, c) => {
          errors.push(Object(error).status ?? error);
          return c.text("too late", 504);
        });
        app.use(timeout(50));
        app.use(async (_, next) => {
          await next();
          released.open();
        });
        app.get("/", lockRoute({ locks: createLocks({ redis }), name }), async (c) => {
          await handler.opened;
          return c.text("done");
        });
        const response = await ask(app, "GET", "/");
        if (when === "at once") expect(await response.text()).toBe("too late");
        // The handler still works.
        expect(await createLocks({ redis }).lock(name).isLocked()).toBe(true);
        handler.open();
        await released.opened;
        await isFree(name);
        if (when !== "at once") expect(await response.text()).toBe("too late");
        expect([response.status, errors]).toEqual([504, [504]]);
      },
    );

    it("releases at once when another middleware answers instead", async () => {
      const name = uniqueName();
      const app = new Hono();
      app.use(async (c, next) => {
        await next();
        c.res = undefined;
        c.res = new Response("instead");
      });
      app.get("/", lockRoute({ locks: createLocks({ redis }), name }), (c) => c.text("x".repeat(5_000)));
      expect(await (await ask(app, "GET", "/")).text()).toBe("instead");
      await isFree(name);
    });
  });

  describe("locksFromEnv", () => {
    const good = { URL: redis.url, TOKEN: redis.token };
    const upstash = { UPSTASH_REDIS_REST_URL: good.URL, UPSTASH_REDIS_REST_TOKEN: good.TOKEN };
    const vercel = { KV_REST_API_URL: good.URL, KV_REST_API_TOKEN: good.TOKEN };
    const wrong = { KV_REST_API_URL: "http://127.0.0.1:9", KV_REST_API_TOKEN: "wrong" };

    async function answerIn(variables: Record<string, string>): Promise<string> {
      const app = new Hono();
      app.onError((error, c) => c.text(error.message));
      app.get("/", lockRoute({ locks: locksFromEnv(), name: uniqueName() }), (c) => c.text("alone"));
      return inEnvironment(variables, async (bindings) => (await ask(app, "GET", "/", bindings)).text());
    }

    it.each<[string, Record<string, string>, string]>([
      ["Upstash's names", upstash, "alone"],
      ["Vercel's names", vercel, "alone"],
      ["Upstash's before Vercel's", { ...wrong, ...upstash }, "alone"],
      ["one platform's pair, never a mix", { ...vercel, UPSTASH_REDIS_REST_URL: wrong.KV_REST_API_URL }, "alone"],
      [
        "half a pair, and says which variable is missing",
        { KV_REST_API_URL: good.URL },
        '"KV_REST_API_TOKEN" is not set: set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, or KV_REST_API_URL and KV_REST_API_TOKEN',
      ],
      [
        "no variable, and says so",
        {},
        '"UPSTASH_REDIS_REST_URL" is not set: set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, or KV_REST_API_URL and KV_REST_API_TOKEN',
      ],
      [
        "the address of a Redis over TCP, and names the ports",
        { REDIS_URL: "redis://:canary-5ecret@127.0.0.1:6379" },
        '"UPSTASH_REDIS_REST_URL" is not set, and REDIS_URL is the address of a Redis over TCP: pass the port of leasehound/ioredis or leasehound/node-redis to createLocks. For HTTP, set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, or KV_REST_API_URL and KV_REST_API_TOKEN',
      ],
      [
        "quotes around a token, and names its variable",
        { ...upstash, UPSTASH_REDIS_REST_TOKEN: '"canary-5ecret"' },
        '"UPSTASH_REDIS_REST_TOKEN" is in quotes: remove them',
      ],
    ])("reads %s", async (_, variables, expected) => {
      expect(await answerIn(variables)).toBe(expected);
    });
  });
}
