// A route that runs alone: leasehound/hono, around a real Hono application.
import { type Context, type ExecutionContext, Hono } from "hono";
import { describe, expect, it } from "vitest";
import { locksFromEnv, type WithLockOptions, withLock } from "../../src/hono/index.ts";
import { type Held, isLockError, type Locks, type LocksOptions } from "../../src/index.ts";
import { createLocks } from "../support/bare-locks.ts";
import { eventually } from "../support/eventually.ts";
import { gate } from "../support/gate.ts";
import type { Endpoint } from "../support/rest.ts";
import { uniqueName } from "../support/unique-name.ts";
import { BackgroundWork } from "../support/wait-until.ts";

const LEASE_MS = 1_500;

/** Runs something where the platform's environment has these variables; gives it what the platform passes as bindings. */
export type InEnvironment = <T>(
  variables: Record<string, string>,
  run: (bindings: Record<string, string>) => Promise<T>,
) => Promise<T>;

/** What comes to an application; `platform`: what gives it `waitUntil`. */
export interface Arrival {
  readonly path: string;
  readonly method: string;
  readonly bindings: Record<string, string>;
  readonly platform: ExecutionContext | undefined;
}

/** How it comes there. */
export type Reach = (app: Hono, arrival: Arrival) => Promise<Response>;

const inProcess: Reach = async (app, { path, method, bindings, platform }) =>
  app.fetch(new Request(`http://localhost${path}`, { method }), bindings, platform);

export function honoContract(redis: Endpoint, inEnvironment: InEnvironment, reach: Reach = inProcess): void {
  const make = (options: Partial<LocksOptions> = {}): Locks => createLocks({ redis, ...options });
  const isLocked = (name: string): Promise<boolean> => make().lock(name).isLocked();
  const isFree = (name: string): Promise<unknown> => eventually(async () => !(await isLocked(name)));

  /** An application with one route, `POST /`, that runs alone. */
  function route(
    options: Partial<WithLockOptions> & { name: WithLockOptions["name"] },
    handler: (c: Context<{ Variables: { lock: Held } }>) => Response | Promise<Response>,
  ): Hono {
    const app = new Hono();
    app.onError((error, c) => c.text(isLockError(error) ? error.code : error.message, 500));
    app.post("/:id?", withLock({ locks: make(), ...options }), handler);
    return app;
  }

  /** As a platform that gives nothing. */
  function ask(app: Hono, method: string, path: string, bindings: Record<string, string> = {}): Promise<Response> {
    return reach(app, { path, method, bindings, platform: undefined });
  }

  /** As a platform with `waitUntil` would call it. */
  function call(app: Hono, path = "/", context?: BackgroundWork): Promise<Response> {
    const platform = context && {
      waitUntil: (promise: Promise<unknown>) => context.waitUntil(promise),
      passThroughOnException: () => {},
      props: {},
    };
    return reach(app, { path, method: "POST", bindings: {}, platform });
  }

  describe("withLock", () => {
    it("has the lock while the handler runs, as c.var.lock, and releases it with the response", async () => {
      const name = uniqueName();
      const app = route({ name }, async (c) => {
        expect(await isLocked(name)).toBe(true);
        return c.json({ owner: c.var.lock.owner });
      });
      const response = await call(app);
      expect(await response.json()).toEqual({ owner: expect.any(String) });
      await isFree(name);
    });

    it("takes the name from the context", async () => {
      const id = uniqueName();
      const app = route({ name: (c) => `orders:${c.req.param("id")}` }, (c) => c.text(c.var.lock.name));
      expect(await (await call(app, `/${id}`)).text()).toBe(`orders:${id}`);
    });

    it("answers a busy lock with 423, when to come again, and problem details", async () => {
      const name = uniqueName();
      await using _holder = await make({ leaseMs: 20_000 }).lock(name).acquire();
      const app = route({ name, waitMs: 0 }, (c) => c.text("never"));
      const response = await call(app);
      expect(response.status).toBe(423);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(response.headers.get("retry-after")).toBe("5");
      expect(await response.json()).toMatchObject({ status: 423, code: "LOCK_BUSY", remainingMs: expect.any(Number) });
    });

    it("keeps the headers that were set before", async () => {
      const name = uniqueName();
      await using _holder = await make().lock(name).acquire();
      const app = new Hono();
      app.use(async (c, next) => {
        c.header("x-version", "7");
        await next();
      });
      app.post("/:id?", withLock({ locks: make(), name, waitMs: 0 }), (c) => c.text("never"));
      const response = await call(app);
      expect([response.status, response.headers.get("x-version")]).toEqual([423, "7"]);
    });

    it("or as the application says", async () => {
      const name = uniqueName();
      await using _holder = await make().lock(name).acquire();
      const onBusy: WithLockOptions["onBusy"] = (c, { lockName }) => c.text(`come later for ${lockName}`, 409);
      const response = await call(route({ name, waitMs: 0, onBusy }, (c) => c.text("never")));
      expect([response.status, await response.text()]).toEqual([409, `come later for ${name}`]);
    });

    it("answers 503 when Redis does not", async () => {
      const locks = createLocks({ redis: { url: "http://127.0.0.1:9", token: "t" } });
      const response = await call(route({ name: "unreachable", locks }, (c) => c.text("never")));
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("1");
      expect(await response.json()).toMatchObject({ code: expect.stringMatching(/REDIS_UNREACHABLE|OUTCOME_UNKNOWN/) });
    });

    it("renews while the handler runs longer than the lease", async () => {
      const name = uniqueName();
      const app = route({ name, locks: make({ leaseMs: LEASE_MS }) }, async (c) => {
        await new Promise((resolve) => setTimeout(resolve, 2.2 * LEASE_MS));
        return c.json({ held: await c.var.lock.check(), lost: c.var.lock.signal.aborted });
      });
      expect(await (await call(app)).json()).toEqual({ held: true, lost: false });
      await isFree(name);
    });

    it("does not renew what leaseMs fixes, or keepAlive turns off", async () => {
      for (const options of [{ leaseMs: LEASE_MS }, { locks: make({ leaseMs: LEASE_MS }), keepAlive: false }]) {
        const app = route({ name: uniqueName(), ...options }, async ({ var: { lock } }) => {
          await new Promise<void>((resolve) => lock.signal.addEventListener("abort", () => resolve()));
          return new Response("lost");
        });
        expect(await (await call(app)).text()).toBe("lost");
      }
    });

    it("holds the lock until a streamed body has been written", async () => {
      const name = uniqueName();
      const finish = gate();
      const app = route({ name, locks: make({ leaseMs: LEASE_MS }) }, () => {
        const body = new ReadableStream({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode("first "));
            await finish.opened;
            controller.enqueue(new TextEncoder().encode("last"));
            controller.close();
          },
        });
        return new Response(body, { status: 201, headers: { "x-kind": "stream" } });
      });
      const response = await call(app);
      expect([response.status, response.headers.get("x-kind")]).toEqual([201, "stream"]);
      await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
      expect(await isLocked(name)).toBe(true);
      finish.open();
      expect(await response.text()).toBe("first last");
      await isFree(name);
    });

    it("lets go at once of a body that is no bytes, which is cancelled", async () => {
      const name = uniqueName();
      const cancelled = gate();
      const app = route({ name }, () => {
        const start = (controller: ReadableStreamDefaultController): void => controller.enqueue("text");
        return new Response(new ReadableStream({ start, cancel: cancelled.open }));
      });
      // Servers differ in what they answer.
      await (await call(app)).text().catch(() => {});
      await cancelled.opened;
      await isFree(name);
    });

    it.each(["the client leaves", "the stream breaks"])("releases when %s in the middle of the body", async (end) => {
      const name = uniqueName();
      const breaks = gate();
      const app = route({ name }, () => {
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(new Uint8Array(10)),
          async pull(controller) {
            await breaks.opened;
            controller.error(new Error("broken"));
          },
        });
        return new Response(body);
      });
      const response = await call(app);
      expect(await isLocked(name)).toBe(true);
      if (end === "the client leaves") {
        await response.body?.cancel();
      } else {
        breaks.open();
        await expect(response.text()).rejects.toThrow();
      }
      await isFree(name);
    });

    it("releases when the handler throws, whose error wins", async () => {
      const name = uniqueName();
      const app = route({ name }, () => {
        throw new Error("the handler's own");
      });
      const response = await call(app);
      expect([response.status, await response.text()]).toEqual([500, "the handler's own"]);
      await isFree(name);
    });

    it("gives the release to waitUntil, where there is one, also for an answer without a body", async () => {
      for (const answer of [() => new Response("body"), () => new Response(null, { status: 204 })]) {
        const name = uniqueName();
        const context = new BackgroundWork();
        const response = await call(route({ name }, answer), "/", context);
        await response.text();
        await context.settled();
        expect(await isLocked(name)).toBe(false);
      }
    });

    it("lets go at once of an answer that nobody reads: HEAD, and what another middleware answers instead", async () => {
      const name = uniqueName();
      const app = new Hono();
      app.get("/head", withLock({ locks: make(), name }), (c) => c.text("x".repeat(5_000)));
      app.use("/instead", async (c, next) => {
        await next();
        c.res = undefined;
        c.res = new Response("instead");
      });
      app.get("/instead", withLock({ locks: make(), name }), (c) => c.text("x".repeat(5_000)));
      const head = await ask(app, "HEAD", "/head");
      expect([head.status, head.body]).toEqual([200, null]);
      await isFree(name);
      expect(await (await ask(app, "GET", "/instead")).text()).toBe("instead");
      await isFree(name);
    });

    it("does not hang on a body that was read before, nor on a handler that returns nothing", async () => {
      const name = uniqueName();
      const used = route({ name }, async () => {
        const response = new Response("read before");
        await response.text();
        return response;
      });
      expect((await call(used)).status).toBe(500);
      const app = new Hono();
      app.onError((error, c) => c.text(error.message, 500));
      app.post("/", withLock({ locks: make(), name }), async () => {});
      expect(await (await call(app)).text()).toContain("no Response");
      await isFree(name);
    });

    it("uses what Vercel gives in its own place", async () => {
      const name = uniqueName();
      const background = new BackgroundWork();
      const symbol = Symbol.for("@vercel/request-context");
      Reflect.set(globalThis, symbol, { get: () => background });
      try {
        await (await call(route({ name }, (c) => c.text("alone")))).text();
        expect(background.promises.length).toBeGreaterThan(0);
        await background.settled();
        expect(await isLocked(name)).toBe(false);
      } finally {
        Reflect.deleteProperty(globalThis, symbol);
      }
    });

    it("leaves a hold alone that goes on in the background", async () => {
      const name = uniqueName();
      const context = new BackgroundWork();
      const work = gate();
      const app = route({ name }, (c) => {
        c.var.lock.keepAlive(c.executionCtx, { until: work.opened });
        return c.body(null, 202);
      });
      expect((await call(app, "/", context)).status).toBe(202);
      expect(await isLocked(name)).toBe(true);
      work.open();
      await context.settled();
      expect(await isLocked(name)).toBe(false);
    });

    it("takes any kind of lock", async () => {
      const name = uniqueName();
      const locks = make();
      const fair = { lock: (wanted: string) => locks.fairLock(wanted) };
      const app = route({ name, locks: fair }, (c) => c.text(c.var.lock.serialize()));
      const text = await (await call(app)).text();
      await isFree(name);
      expect(await locks.fairLock(name).release(text)).toMatchObject({ outcome: "released" });
    });

    it.each<[string, object | undefined]>([
      ["options", undefined],
      ["locks", { name: "n" }],
      ["name", { locks: { lock: () => undefined } }],
      ["keepAlive", { locks: { lock: () => undefined }, name: "n", leaseMs: 2_000, keepAlive: true }],
      ["onBusy", { locks: { lock: () => undefined }, name: "n", onBusy: 423 }],
      ["waitMs", { locks: { lock: () => undefined }, name: "n", waitMs: -5 }],
      ["leaseMs", { locks: { lock: () => undefined }, name: "n", leaseMs: 5 }],
      ["keepAlive", { locks: { lock: () => undefined }, name: "n", keepAlive: "no" }],
      ["wait", { locks: { lock: () => undefined }, name: "n", wait: 5 }],
    ])("refuses a wrong %s where the route is made", (option, options) => {
      expect(() => Reflect.apply(withLock, undefined, [options])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", option }),
      );
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
      app.get("/", withLock({ locks: locksFromEnv(), name: uniqueName() }), (c) => c.text("alone"));
      return inEnvironment(variables, async (bindings) => (await ask(app, "GET", "/", bindings)).text());
    }

    it.each<[string, Record<string, string>, string]>([
      ["Upstash's names", upstash, "alone"],
      ["Vercel's names", vercel, "alone"],
      ["Upstash's before Vercel's", { ...wrong, ...upstash }, "alone"],
      [
        "never one's address with the other's token",
        { ...vercel, UPSTASH_REDIS_REST_URL: wrong.KV_REST_API_URL },
        "alone",
      ],
      ["says which one is missing", { KV_REST_API_URL: good.URL }, '"KV_REST_API_TOKEN" is not set'],
      ["or that all are", {}, '"UPSTASH_REDIS_REST_URL" is not set, and neither is KV_REST_API_URL'],
    ])("reads %s", async (_, variables, expected) => {
      expect(await answerIn(variables)).toBe(expected);
    });
  });
}
