// leasehound/hono behind Hono's own Node server: requests come over a socket, and clients can disconnect.
import { once } from "node:events";
import { serve } from "@hono/node-server";
import { type Context, type ExecutionContext, Hono } from "hono";
import { stream } from "hono/streaming";
import { afterAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { lockRoute } from "../../src/edge/hono/index.ts";
import { isLockError, type LockEvent, type Locks, type LocksOptions } from "../../src/index.ts";
import { ANSWERS } from "../support/answers-of-length.ts";
import { createLocks } from "../support/bare-locks.ts";
import { eventually } from "../support/eventually.ts";
import { gate } from "../support/gate.ts";
import { sharedGateway } from "../support/gateways.ts";
import { inProcessEnvironment } from "../support/process-environment.ts";
import { startServedGateway } from "../support/server.ts";
import { uniqueName } from "../support/unique-name.ts";
import { honoContract } from "./contract/routes/hono.ts";

const MIB = 1_048_576;
// More than all buffers between a server and a client hold.
const CHUNKS = 64;

const redis = await sharedGateway();
const isLocked = (name: string): Promise<boolean> => createLocks({ redis }).lock(name).isLocked();
const isFree = (name: string): Promise<unknown> => eventually(async () => !(await isLocked(name)));

// Collects each body that breaks.
let errors: MockInstance<typeof console.error>;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => {});
});

const servers: ReturnType<typeof serve>[] = [];
afterAll(async () => {
  // A server closes when all of its responses have ended, so that a hanging one fails here.
  const ended = servers.map((server) => once(server, "close"));
  for (const server of servers.splice(0)) server.close();
  await Promise.all(ended);
});

/** Resolves with the address once it listens. */
function listen(app: Hono, platform?: ExecutionContext): Promise<string> {
  return new Promise((resolve) => {
    const fetch = (request: Request, bindings: object): Response | Promise<Response> =>
      app.fetch(request, bindings, platform);
    const options = { fetch, port: 0, hostname: "127.0.0.1" };
    servers.push(serve(options, ({ port }) => resolve(`http://127.0.0.1:${port}`)));
  });
}

honoContract(redis, inProcessEnvironment, async (app, { path, method, signal, platform }) =>
  fetch((await listen(app, platform)) + path, { method, ...(signal && { signal }) }),
);

interface Told {
  readonly locks: Locks;
  /** Resolves when the event was emitted so often. */
  readonly times: (type: LockEvent["type"], wanted?: number) => Promise<unknown>;
  /** Resolves when the lock has been renewed past its first lease. */
  readonly outlivesLease: () => Promise<unknown>;
}

describe("lockRoute behind @hono/node-server", () => {
  /** Locks with the shortest lease, which is renewed 3 times per lease, and their events. */
  function told(options: Partial<LocksOptions> = {}): Told {
    const events: LockEvent["type"][] = [];
    const locks = createLocks({
      redis,
      leaseMs: 1_000,
      waitMs: 10_000,
      onEvent: ({ type }) => events.push(type),
      ...options,
    });
    const count = (type: LockEvent["type"]): number => events.filter((seen) => seen === type).length;
    const times = (type: LockEvent["type"], wanted = 1): Promise<unknown> => eventually(() => count(type) >= wanted);
    return { locks, times, outlivesLease: () => times("renewed", count("renewed") + 4) };
  }

  /** An application that collects each status, also of a response to a closed connection. */
  function application(): { app: Hono; statuses: number[] } {
    const app = new Hono();
    const statuses: number[] = [];
    app.onError((error, c) => c.text(isLockError(error) ? error.code : error.message, 500));
    app.use(async (c, next) => {
      await next();
      statuses.push(c.res.status);
    });
    return { app, statuses };
  }

  it("admits simultaneous requests one after the other", async () => {
    const { locks, times } = told();
    const { app } = application();
    const log: string[] = [];
    app.post("/", lockRoute({ locks, name: uniqueName() }), async (c) => {
      log.push("in");
      await times("waiting");
      log.push("out");
      return c.text("alone");
    });
    const url = await listen(app);
    const answers = await Promise.all([1, 2, 3].map(() => fetch(url, { method: "POST" })));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(["alone", "alone", "alone"]);
    expect(log).toEqual(["in", "out", "in", "out", "in", "out"]);
  });

  it.each(ANSWERS)("sends the length of a body that is %s: %s", async (_, length, answer) => {
    const name = uniqueName();
    const { app } = application();
    app.get("/", lockRoute({ locks: createLocks({ redis }), name }), answer);
    const url = await listen(app);
    const response = await fetch(url);
    expect(response.headers.get("content-length")).toBe(length);
    expect(response.headers.get("transfer-encoding")).toBe(length === null ? "chunked" : null);
    expect(await response.text()).toBe(await answer().text());
    await isFree(name);
  });

  it("keeps the lock, renewed, while the client reads slowly", async () => {
    const name = uniqueName();
    const { locks, outlivesLease } = told();
    const { app } = application();
    app.get("/", lockRoute({ locks, name }), (c) =>
      stream(c, async (body) => {
        for (let i = 0; i < CHUNKS; i += 1) await body.write(new Uint8Array(MIB));
      }),
    );
    const response = await fetch(await listen(app));
    await outlivesLease();
    expect(await isLocked(name)).toBe(true);
    expect((await response.arrayBuffer()).byteLength).toBe(CHUNKS * MIB);
    await isFree(name);
  });

  it.each<[string, boolean]>([
    ["unread", false],
    ["read for the name", true],
  ])("stops waiting for the lock when the client disconnects, its body %s", async (_, readBody) => {
    const name = uniqueName();
    const holder = await createLocks({ redis }).lock(name).acquire();
    const { locks, times } = told();
    const { app, statuses } = application();
    const named = readBody ? (c: Context) => c.req.text() : name;
    app.post("/", lockRoute({ locks, name: named }), (c) => c.text("never"));
    const client = new AbortController();
    const answer = fetch(await listen(app), { method: "POST", body: name, signal: client.signal });
    await times("waiting");
    client.abort();
    await expect(answer).rejects.toThrow("aborted");
    await eventually(() => statuses.length > 0);
    expect(statuses).toEqual([499]);
    await holder.release();
    expect(await isLocked(name)).toBe(false);
  });

  it.each<[string, () => Response]>([
    ["no body", () => new Response(null, { status: 200 })],
    ["a body", () => new Response("short")],
    ["a body that no buffer takes", () => new Response(new Uint8Array(MIB))],
  ])(
    "keeps the lock while the handler of a disconnected client still works, then answers with %s",
    async (_, answer) => {
      const name = uniqueName();
      const { locks, outlivesLease } = told();
      const { app } = application();
      const started = gate();
      const work = gate();
      const left = gate();
      app.post("/", lockRoute({ locks, name }), async (c) => {
        c.req.raw.signal.addEventListener("abort", left.open);
        started.open();
        await work.opened;
        return answer();
      });
      const client = new AbortController();
      const request = fetch(await listen(app), { method: "POST", signal: client.signal });
      await started.opened;
      client.abort();
      await expect(request).rejects.toThrow("aborted");
      await left.opened;
      await outlivesLease();
      expect(await isLocked(name)).toBe(true);
      work.open();
      await isFree(name);
      expect(errors).not.toHaveBeenCalled();
    },
  );

  it.each<[string, number]>([
    ["waits for more", 1],
    ["has stopped reading", CHUNKS],
  ])("releases, and ends the stream, when a client disconnects that %s", async (_, chunks) => {
    const name = uniqueName();
    const { locks, outlivesLease } = told();
    const { app } = application();
    const left = gate();
    app.get("/", lockRoute({ locks, name }), (c) =>
      stream(c, async (body) => {
        body.onAbort(left.open);
        for (let i = 0; i < chunks; i += 1) await body.write(new Uint8Array(MIB));
        await left.opened;
      }),
    );
    const client = new AbortController();
    const response = await fetch(await listen(app), { signal: client.signal });
    await response.body?.getReader().read();
    await outlivesLease();
    expect(await isLocked(name)).toBe(true);
    client.abort();
    await left.opened;
    await isFree(name);
    expect(errors).not.toHaveBeenCalled();
  });

  it("needs no context for background work, which continues after the response", async () => {
    const name = uniqueName();
    const { locks, outlivesLease } = told();
    const { app } = application();
    const work = gate();
    app.post("/", lockRoute({ locks, name }), (c) => {
      expect(() => c.executionCtx).toThrow("no ExecutionContext");
      c.var.lock.keepAlive(undefined, { until: work.opened });
      return c.body(null, 202);
    });
    expect((await fetch(await listen(app), { method: "POST" })).status).toBe(202);
    await outlivesLease();
    expect(await isLocked(name)).toBe(true);
    work.open();
    await isFree(name);
  });

  it("answers with the handler's response when Redis goes away meanwhile, and 503 until it is back", async () => {
    await using gateway = await startServedGateway();
    const { locks } = told({ redis: gateway });
    const { app } = application();
    app.post("/:then", lockRoute({ locks, name: "away" }), async (c) => {
      if (c.req.param("then") === "leave") await gateway.redis.kill("SIGKILL");
      return c.text("done");
    });
    const url = await listen(app);
    const post = (then: string): Promise<Response> => fetch(`${url}/${then}`, { method: "POST" });
    expect(await (await post("leave")).text()).toBe("done");
    const away = await post("stay");
    expect([away.status, away.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await away.json()).toMatchObject({ code: "REDIS_UNREACHABLE" });
    await gateway.redis.restart();
    expect(await eventually(async () => (await post("stay")).ok)).toBe(true);
  });
});
